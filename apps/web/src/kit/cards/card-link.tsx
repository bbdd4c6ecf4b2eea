import { pageAt } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type CardLinkProps = { href: string } & Omit<ComponentProps<'a'>, 'href'>;

/** A link to any address: of this school, or of another site in a tab of its own. */
export function CardLink({ href, ...rest }: CardLinkProps) {
  // The server renders the visitors' forms and the legal texts: the router has none of them.
  const access = pageAt(href.split(/[?#]/)[0]!)?.page.access ?? 'public';
  if (access !== 'visitor' && access !== 'public') return <Link to={href} {...rest} />;
  const ownTab = !href.startsWith('/') && { target: '_blank', rel: 'noreferrer' };
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the rest has it
  return <a href={href} {...ownTab} {...rest} />;
}
