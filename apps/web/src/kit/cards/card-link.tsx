import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link to wherever a card leads: a page of this site, or out of it. */
export function CardLink({ href, ...rest }: { href: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const leaves = !href.startsWith('/') || href.startsWith('/entrar');
  return leaves ? <a href={href} {...rest} /> : <Link to={href} {...rest} />;
}
