import { pages } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type CardLinkProps = { href: string } & Omit<ComponentProps<'a'>, 'href'>;

/** The link of a card, to a page of this site or to an external one. */
export function CardLink({ href, children, ...rest }: CardLinkProps) {
  const leaves = !href.startsWith('/') || href.startsWith(pages.signIn.path);
  if (!leaves)
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
