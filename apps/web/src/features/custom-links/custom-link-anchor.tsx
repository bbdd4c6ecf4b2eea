import type { CustomLink } from '@vitrine/contract/custom-links';
import type { ReactNode } from 'react';
import { CardLink } from '../../kit/cards/card-link.tsx';
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
export const CustomLinkAnchor = ({
  link: { url, title },
  menu,
  children,
  ...rest
}: CustomLinkAnchorProps) => (
  <CardLink href={menu === 'side' ? sideMenuHref(url) : hrefOf(url)} {...rest}>
    {children}
    {title}
  </CardLink>
);
