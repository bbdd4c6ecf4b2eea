import { pages } from '@vitrine/contract/pages';
import { isAtHost } from '../../kit/access.ts';

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
  const source = next ?? headers.referer ?? '';
  if (!URL.canParse(source, `http://${host}`)) return null;
  const { href, pathname, search, searchParams } = new URL(source, `http://${host}`);
  if (!isAtHost(href, host)) return null;
  if (pathname === pages.magicLink.path || pathname === pages.signIn.path) {
    const nextParam = searchParams.get('next');
    return nextParam === null ? null : placeBefore({ host, headers: {} }, nextParam);
  }
  return /^\/(?:$|[/\\]|entrar\b|api\/)/.test(pathname) ? null : pathname + search;
}
