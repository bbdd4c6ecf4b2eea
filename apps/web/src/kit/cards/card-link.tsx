import { pages } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type CardLinkProps = { href: string } & Omit<ComponentProps<'a'>, 'href'>;

/** The link of a card: to a page of this site, or to another site in a tab of its own. */
export function CardLink({ href, children, ...rest }: CardLinkProps) {
  if (!href.startsWith('/'))
    return (
      <a href={href} target="_blank" rel="noreferrer" {...rest}>
        {children}
      </a>
    );
  // The server renders the pages of visitors: the router has none of them.
  if (href.startsWith(pages.signIn.path))
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  return (
    <Link to={href} {...rest}>
      {children}
    </Link>
  );
}
