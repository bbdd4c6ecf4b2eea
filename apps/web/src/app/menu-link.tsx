import { pages } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';

/** Pages below a menu entry, by URL prefix. */
const subpagePrefixes: Record<string, string> = { [pages.communities.path]: '/comunidade/' };

/** A menu link. It is current on its own page and on the pages below. */
export function MenuLink({ to, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { pathname } = useLocation();
  const [path = to] = to.split('?');
  const isCurrent = pathname === path || pathname.startsWith(subpagePrefixes[path] ?? `${path}/`);
  return <Link to={to} aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
