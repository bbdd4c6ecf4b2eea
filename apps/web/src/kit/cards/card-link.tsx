import { pageAt } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type CardLinkProps = { href: string } & Omit<ComponentProps<'a'>, 'href'>;

/** A link to any address: of this school, or of another site in a tab of its own. */
export function CardLink({ href, children, ...rest }: CardLinkProps) {
  if (isRouted(href))
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  const ownTab = !href.startsWith('/') && { target: '_blank', rel: 'noreferrer' };
  return (
    <a href={href} {...ownTab} {...rest}>
      {children}
    </a>
  );
}

/** The server renders the visitors' forms and the legal texts: the router has none of them. */
function isRouted(href: string) {
  const found = pageAt(href.split(/[?#]/, 1)[0]!);
  return found !== null && found.page.access !== 'visitor' && found.page.access !== 'public';
}
