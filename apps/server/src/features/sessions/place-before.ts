import { pages } from '@vitrine/contract/pages';
import { isAtHost } from '../../kit/access/access.ts';

interface Origin {
  host: string;
  headers: { referer?: string | undefined };
}

/**
 * The path that a visitor asked for before the sign-in form replaced it, within this school
 * (contract, decision 13). `next` wins over the form's page. The page of a mailed link, and the
 * form that a visitor opened from another page, carry `next` in their address.
 */
export function placeBefore({ headers, host }: Origin, next?: string): string | null {
  const source = urlAt(host, next ?? headers.referer ?? '');
  const isSignIn =
    source?.pathname === pages.magicLink.path || source?.pathname === pages.signIn.path;
  // Only one level: a chain of nested pages would cost a parse each.
  const place = isSignIn ? urlAt(host, source.searchParams.get('next')) : source;
  if (!place || /^\/(?:$|[/\\]|entrar\b|api\/)/.test(place.pathname)) return null;
  return place.pathname + place.search;
}

/** Parses an address of this host; null for any other. */
function urlAt(host: string, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address, `http://${host}`);
  return url && isAtHost(url.href, host) ? url : null;
}
