import { pages } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';

/** Pages below a menu entry, by URL prefix. */
const within: Record<string, string> = { [pages.communities.path]: '/comunidade/' };

/** A menu link. It is current on its own page and on the pages below. */
export function PlaceLink({ to, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { pathname } = useLocation();
  const current = pathname === to || pathname.startsWith(within[to] ?? `${to}/`);
  return <Link to={to} aria-current={current ? 'page' : undefined} {...rest} />;
}
