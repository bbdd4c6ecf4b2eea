import { pages, type LegalPageName, type VisitorPageName } from '@vitrine/contract/pages';
import { gzipSync } from 'node:zlib';
import { picturesOf } from '@vitrine/contract/banner-pictures';
import { home, type Home } from '@vitrine/contract/home';
import { loginPictures } from '@vitrine/contract/login-page';
import { translate } from '@vitrine/contract/texts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { School, Schools } from '../../platform/schools.ts';
import { gzipStart, type GzipStart } from './gzip-parts.ts';
import { brandOf, firstFoldEnds, pageHead, picturePreload } from './page-html.ts';
import { perSchool, type PageContext } from './per-school.ts';
import { asSite } from './site.routes.ts';
import { kindAt, type FormOutcome, type PageKind, type WebBuild } from './web-build.ts';

export interface ReadyPage {
  html: string;
  gzip: Buffer;
}

/** The same for everybody, up to where a person's own begins. */
export interface Shell {
  html: string;
  start: GzipStart;
}

export type ReadyPages = ReturnType<typeof readyPages>;

/** Stands where a mailed token goes, which is the one thing of its own that such a page holds. */
export const tokenMark = '__token__';

/** The settings column that holds the text of each legal page. */
export const legalColumns = { terms: 'use_terms', privacy: 'privacy_terms' } as const;

/** Pages that are the same for everybody: made once per school and change, kept as ready bytes. */
export function readyPages(schools: Schools, build: WebBuild) {
  const keepPage = perSchool<ReadyPage>(schools);
  const keepShell = perSchool<Shell>(schools);
  const keepOpening = perSchool<string>(schools);
  const keep = (asked: PageContext, name: string, make: () => string) =>
    keepPage(asked, name, () => {
      const html = make();
      return { html, gzip: gzipSync(html.replaceAll(tokenMark, ''), { level: 9 }) };
    });

  const head = (page: PageKind, { school, ...asked }: PageContext, more: object = {}) =>
    pageHead({
      site: asSite(school),
      ...asked,
      assets: build.head(page, school.settings.font_primary),
      after: afterSignIn(school),
      ...more,
    });

  function visitor(
    asked: PageContext,
    view: VisitorPageName,
    token: string,
    outcome?: FormOutcome,
  ) {
    const site = asSite(asked.school);
    const { language } = asked;
    const body = build.renderVisitorPage({
      site,
      language,
      view,
      token,
      ...(outcome && { outcome }),
    });
    // The sign-in page bears the school's name alone.
    const title = view === 'signIn' ? '' : translate(language, pages[view].title);
    return `${head('visitor', asked, { title, more: picturePreload(loginPictures(site.login_page)) })}${body}${firstFoldEnds}</body></html>`;
  }

  return {
    visitor: (asked: PageContext, view: VisitorPageName) =>
      keep(asked, view, () => visitor(asked, view, tokenMark)),

    /** The page again, with what came of its form: one person's, and never kept. */
    answered: visitor,

    legal: (asked: PageContext, view: LegalPageName) =>
      keep(asked, view, () => {
        const { settings, tenant } = asked.school;
        const { language } = asked;
        const title = translate(language, pages[view].title);
        // Cleaned when it was saved, and again here (safety, Custom HTML 6).
        const html = cleanHtml(settings[legalColumns[view]], tenant.id);
        const body = build.renderLegalPage({ site: asSite(asked.school), language, title, html });
        return `${head('visitor', asked, { title })}${body}${firstFoldEnds}</body></html>`;
      }),

    /** The home page asks at once for the picture that it opens with. */
    shell(asked: PageContext, pathname: string) {
      const kind = kindAt(pathname);
      const isHome = pathname === pages.homepage.path;
      return keepShell(asked, isHome ? 'home' : kind, () => {
        const { heroImages: opening } = asked.school;
        const more = isHome && opening ? picturePreload(picturesOf(opening)) : '';
        const html = head(kind, asked, { more });
        return { html, start: gzipStart(html) };
      });
    },

    /** What of a page is painted before its code has come. A home page with banners opens alike for all. */
    opening(asked: PageContext, pathname: string, boot: { answers: Record<string, unknown> }) {
      const { school, language } = asked;
      const clean = (html: string) => withoutPlayers(cleanHtml(html, school.tenant.id));
      const render = () =>
        build.renderOpening({ boot, language, pathname, clean }) || brandOf(asSite(school));
      const { banners } = (boot.answers[home.show.path] as { data: Home } | undefined)?.data ?? {};
      return banners?.[0]
        ? keepOpening(asked, JSON.stringify([banners.length, banners[0]]), render)
        : render();
    },
  };
}

/** Their places stay; what is played would be fetched here and again by the page. */
const withoutPlayers = (clean: string) => clean.replace(/(<iframe[^>]*?) src="[^"]*"/g, '$1');

/** An enum, never an address from outside: home, or a community of this school (safety, Sign-in). */
export const afterSignIn = ({ settings }: School) =>
  settings.enable_redirect_login && settings.redirect_url
    ? settings.redirect_url
    : pages.homepage.path;
