import type { CustomLink } from '@vitrine/contract/custom-links';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hrefOf, sideMenuHref } from './link-address.ts';

interface CustomLinkAnchorProps {
  link: CustomLink;
  /** The side menu marks its links in their address (C section 2). */
  menu: 'main' | 'side';
  className: string;
  'data-long'?: true | undefined;
  onClick?: () => void;
  children?: ReactNode;
}

/** Opens alike from every menu: a page of the school here, any other site in a tab of its own. */
export function CustomLinkAnchor({ link, menu, children, ...rest }: CustomLinkAnchorProps) {
  const { url, title } = link;
  const href = menu === 'side' ? sideMenuHref(url) : hrefOf(url);
  return url.startsWith('/') ? (
    <Link to={href} {...rest}>
      {children}
      {title}
    </Link>
  ) : (
    <a href={href} target="_blank" rel="noreferrer" {...rest}>
      {children}
      {title}
    </a>
  );
}
