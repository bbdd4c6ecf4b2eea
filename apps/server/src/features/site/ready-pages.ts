import { gzipSync } from 'node:zlib';
import { picturesOf } from '@vitrine/contract/banner-pictures';
import type { Language } from '@vitrine/contract/languages';
import { loginPictures } from '@vitrine/contract/login-page';
import { translate } from '@vitrine/contract/texts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { School, Schools } from '../../platform/schools.ts';
import { pageHead, picturePreload, shellBody } from './page-html.ts';
import { asSite } from './site.routes.ts';
import type { FormOutcome, VisitorPage, WebBuild } from './web-build.ts';

export interface Asked {
  school: School;
  language: Language;
  /** Scheme and host, as the reader knows the school. */
  base: string;
}

export interface ReadyPage {
  html: string;
  gzip: Buffer;
}

export type VisitorView = VisitorPage['view'];
export type LegalView = keyof typeof legalPages;
export type ReadyPages = ReturnType<typeof readyPages>;

/** Stands where a mailed token goes, which is the one thing of its own that such a page holds. */
export const tokenMark = '__token__';

/** The first page of a school is called by its name alone. */
const titles: Record<VisitorView, string> = {
  'sign-in': '',
  link: 'Entrar com o link',
  password: 'Crie sua senha',
  forgot: 'Nova senha',
};

/** The texts that a school shows to everybody, on pages of their own. */
export const legalPages = {
  terms: { column: 'use_terms', title: 'Termos de uso' },
  privacy: { column: 'privacy_terms', title: 'Políticas de privacidade' },
} as const;

/** Pages that are the same for everybody: made once per school and change, kept as ready bytes. */
export function readyPages(schools: Schools, build: WebBuild) {
  const pages = new Map<string, ReadyPage>();
  schools.onChange((tenantId) => {
    if (tenantId === null) return pages.clear();
    for (const key of pages.keys()) if (key.startsWith(`${tenantId} `)) pages.delete(key);
  });

  function keep({ school, language, base }: Asked, name: string, make: () => string): ReadyPage {
    const key = `${school.tenant.id} ${language} ${name} ${base}`;
    const known = pages.get(key);
    if (known) return known;
    if (pages.size > 2_000) pages.clear();
    const html = make();
    const page = { html, gzip: gzipSync(html.replaceAll(tokenMark, ''), { level: 9 }) };
    pages.set(key, page);
    return page;
  }

  const head = (entry: 'main' | 'visitor', { school, ...asked }: Asked, more: object = {}) =>
    pageHead({
      site: asSite(school),
      ...asked,
      assets: build.head(entry, school.settings.font_primary),
      after: afterSignIn(school),
      ...more,
    });

  function visitor(asked: Asked, view: VisitorView, token: string, outcome?: FormOutcome) {
    const site = asSite(asked.school);
    const say = (text: string) => translate(asked.language, text);
    const { language } = asked;
    const body = build.renderVisitorPage({
      site,
      language,
      view,
      token,
      say,
      ...(outcome && { outcome }),
    });
    const title = titles[view] && say(titles[view]);
    return `${head('visitor', asked, { title, more: picturePreload(loginPictures(site.login_page)) })}${body}</body></html>`;
  }

  return {
    visitor: (asked: Asked, view: VisitorView) =>
      keep(asked, view, () => visitor(asked, view, tokenMark)),

    /** The page again, with what came of its form: one person's, and never kept. */
    answered: visitor,

    legal: (asked: Asked, view: LegalView) =>
      keep(asked, view, () => {
        const { column, title: label } = legalPages[view];
        const { settings, tenant } = asked.school;
        const say = (text: string) => translate(asked.language, text);
        const title = say(label);
        // Cleaned when it was saved, and again here (safety, Custom HTML 6).
        const html = cleanHtml(settings[column], tenant.id);
        const { language } = asked;
        const body = build.renderLegalPage({
          site: asSite(asked.school),
          language,
          title,
          html,
          say,
        });
        return `${head('visitor', asked, { title })}${body}</body></html>`;
      }),

    shell: (asked: Asked) =>
      keep(asked, 'shell', () => head('main', asked) + shellBody(asSite(asked.school))),

    /** The home page opens with its first banner. */
    home: (asked: Asked) =>
      keep(asked, 'home', () => {
        const { opening } = asked.school;
        const more = opening ? picturePreload(picturesOf(opening)) : '';
        return head('main', asked, { more }) + shellBody(asSite(asked.school));
      }),
  };
}

/** An enum, never an address from outside: home, or a community of this school (safety, Sign-in). */
export const afterSignIn = ({ settings }: School) =>
  settings.enable_redirect_login && settings.redirect_url ? settings.redirect_url : '/homepage';
