import { pages } from '@vitrine/contract/pages';

interface Origin {
  host: string;
  headers: { referer?: string | undefined };
}

/**
 * The path that a visitor asked for before the sign-in form replaced it, within this school
 * (contract, decision 13). `next` wins over the form's page. The page of a mailed link carries
 * `next` in its address.
 */
export function placeBefore({ headers, host }: Origin, next?: string): string | null {
  const from = next ?? headers.referer ?? '';
  if (!URL.canParse(from, `http://${host}`)) return null;
  const { host: there, pathname, search, searchParams } = new URL(from, `http://${host}`);
  if (there !== host) return null;
  if (pathname === pages.magicLink.path) {
    const carried = searchParams.get('next');
    return carried === null ? null : placeBefore({ host, headers: {} }, carried);
  }
  return /^\/(?:$|[/\\]|entrar\b|api\/)/.test(pathname) ? null : pathname + search;
}
