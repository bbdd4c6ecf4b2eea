import { pages } from '@vitrine/contract/pages';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';

/** Pages that stand below a place of a menu, by the beginning of their addresses. */
const within: Record<string, string> = { [pages.communities.path]: '/comunidade/' };

/** A menu's link: it is the current one on its page and on those below it. */
export function PlaceLink({ to, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const { pathname } = useLocation();
  const current = pathname === to || pathname.startsWith(within[to] ?? `${to}/`);
  return <Link to={to} aria-current={current ? 'page' : undefined} {...rest} />;
}
