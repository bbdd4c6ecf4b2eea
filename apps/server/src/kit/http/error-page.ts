import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';
import { escapeHtml } from '../../platform/html.ts';

interface ErrorPage {
  language: Language;
  /** In the person's language. */
  message: string;
  /** The page loads again after this time. */
  retryAfterSeconds?: number | undefined;
  /** The link on the page: to the same URL again, to the home page, or none. */
  link: 'retry' | 'home' | null;
}

/** Maximum random delay of a reload. It spreads the reloads of people who were refused together. */
const SPREAD_SECONDS = 5;

/**
 * An error for a browser that opened a URL. No school, script or other file belongs to it, so that
 * it can be sent when the database is gone. Send it with `errorPageHeaders`.
 */
export function errorPage({ language, message, retryAfterSeconds, link }: ErrorPage): string {
  const reload = retryAfterSeconds
    ? `<meta http-equiv="refresh" content="${Math.ceil(retryAfterSeconds + Math.random() * SPREAD_SECONDS)}">`
    : '';
  const text = link === 'retry' ? 'Tentar de novo' : 'Ir para o início';
  const linkHtml = link
    ? `<p><a href="${link === 'retry' ? '' : '/'}">${escapeHtml(translate(language, text))}</a></p>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">${reload}<title>${escapeHtml(message)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(message)}</h1>${linkHtml}</main></body></html>`;
}

/** Headers of an error page. It runs no script. */
export const errorPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
};

const style = `:root{color-scheme:dark light;--ground:#0b0b0f;--text:#f6f5f3;--line:#ffffff2b}
@media(prefers-color-scheme:light){:root{--ground:#fbfaf8;--text:#221b26;--line:#221b262b}}
body{margin:0;background:var(--ground);color:var(--text);font:18px/1.5 system-ui,sans-serif}
main{display:grid;min-height:100vh;max-width:32rem;margin:auto;padding:24px;box-sizing:border-box;align-content:center;gap:24px}
h1{margin:0;font-size:22px;line-height:1.35;font-weight:600;text-wrap:balance}p{margin:0}
a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:1px solid var(--line);border-radius:8px;color:inherit;font-size:16px;font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid;outline-offset:2px}`;
