import { imagesOf } from '@vitrine/contract/banner-images';
import type { Language } from '@vitrine/contract/languages';
import { loginImages } from '@vitrine/contract/login-page';
import { firstName } from '@vitrine/contract/names';
import {
  pageAt,
  pages,
  type LegalPageName,
  type PageName,
  type VisitorPageName,
} from '@vitrine/contract/pages';
import { translate } from '@vitrine/contract/texts';
import { hash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, gzip as gzipWithCallback, gzipSync } from 'node:zlib';
import { hasRoleFor } from '../../kit/access/access.ts';
import type { FirstFold } from '../../kit/http/first-call.ts';
import { cleanHtml, cleanPreview } from '../../platform/clean-html.ts';
import {
  compressWell,
  copyBytes,
  precompress,
  type PageText,
  type PrecompressedText,
} from '../../platform/gzip-parts.ts';
import { escapeHtml, scriptJson } from '../../platform/html.ts';
import type { School, Schools } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import { asSession } from '../sessions/session-json.ts';
import { iconUrl } from './app-icons.ts';
import { brandOf, firstFoldEnds, pageHead, imagePreload } from './page-html.ts';
import { perSchool, type PerSchoolOptions } from './per-school.ts';
import { asBoot, asSite } from './site.routes.ts';
import { headKindAt, type FormOutcome, type HeadKind, type WebBuild } from './web-build.ts';

/** The values that all pages of a school and a language share. */
export interface PageContext {
  school: School;
  language: Language;
  /** Origin of the school: `schoolOrigin`. Each one has cached pages of its own. */
  base: string;
}

/** A rendered page, ready to send. */
export interface ReadyPage {
  /** The page without a token, compressed. The plain text is not cached: browsers accept gzip. */
  gzip: Buffer;
  /** The pieces around the token's places. Null where the page has none. */
  aroundToken: string[] | null;
}

/** The text of a page, for the rare browser that accepts no gzip. */
export const htmlOf = ({ gzip }: ReadyPage) => gunzipSync(gzip).toString();

/** The cache of rendered pages of all schools. */
export type ReadyPages = ReturnType<typeof readyPages>;

/**
 * Placeholder of the mailed token, the only personal part of such a page. It is random, as the viewer's:
 * nobody writes it into a link or an image of the school, which would carry the token to another site.
 */
const tokenMark = randomUUID();

const gzip = promisify(gzipWithCallback);

/** Pages whose head has a title of its own. */
const communityKinds = ['communities', 'community', 'post'] as const;

/** The settings column that holds the text of each legal page. */
export const legalColumns = { terms: 'use_terms', privacy: 'privacy_terms' } as const;

const MEGABYTE = 1024 * 1024;
const MAX_PAGE_BYTES = 32 * MEGABYTE;
const MAX_SHELL_BYTES = 64 * MEGABYTE;
const MAX_FIRST_FOLD_BYTES = 32 * MEGABYTE;
const MAX_SITE_BYTES = 8 * MEGABYTE;

/** Caches the pages and parts that all readers share, as bytes, once per school and change. */
export function readyPages(schools: Schools, build: WebBuild) {
  const caches = openCaches(schools);
  const html = htmlRenderer(build);
  const codes = new Map<PageName | undefined, PrecompressedText>();
  function pageCode(page: PageName | undefined) {
    let code = codes.get(page);
    if (!code) codes.set(page, (code = precompress(build.pageCode(page))));
    return code;
  }
  return {
    visitor: (context: PageContext, view: VisitorPageName) =>
      caches.page(context, view, () => html.visitor(context, view, tokenMark)),

    /** Renders the page with the outcome of its form. It is personal, so it is not cached. */
    answered: html.visitor,

    legal: (context: PageContext, view: LegalPageName) =>
      caches.page(context, view, () => html.legal(context, view)),

    /** The head and shell of a page. The home page preloads its first image. */
    shell(context: PageContext, pathname: string) {
      const kind = headKindAt(pathname);
      const isHome = pathname === pages.homepage.path;
      return caches.shell(context, isHome ? 'home' : kind, () =>
        precompress(html.shell(context, kind, isHome)),
      );
    },

    /**
     * Renders what the browser paints before the page's code has loaded. Readers who see the same
     * share it.
     */
    async firstFold(context: PageContext, request: FirstFoldRequest): Promise<PageText[]> {
      const { pathname, member, firstFold } = request;
      const hour = new Date().getUTCHours(); // home greets its viewer by Brazil's hour, which changes with UTC's
      const page = pageAt(pathname)?.page;
      // A page of the tool exists only for people with its role.
      const mayEnter = page !== undefined && hasRoleFor(member, page);
      const cacheKey = [pathname, member !== null, mayEnter, hour, firstFold?.key];
      const { parts } = await caches.firstFold(
        context,
        hash('sha1', JSON.stringify(cacheKey)),
        () => ({
          parts: html.firstFold(context, request).split(viewerMark).map(precompress),
        }),
      );
      const name = member ? escapeHtml(firstName(member.name)) : '';
      return parts.flatMap((part, index) => (index === 0 ? [part] : [name, part]));
    },

    /** The page's own code, the same for all schools. */
    pageCode,

    /** Used where a page has no first fold. */
    emptyFold: `\n<div id="root"></div>${firstFoldEnds}\n`,

    /** The beginning of the boot script, with the school's data. */
    bootSite: (context: PageContext) =>
      caches.site(context, '', () =>
        precompress(
          `<script type="application/json" id="boot">{"site":${scriptJson(asBoot(context.school))},"hasLives":${context.school.hasLives},"session":`,
        ),
      ),
  };
}

/** The caches of all schools, each with its own limit. */
function openCaches(schools: Schools) {
  const cachedPage = perContext<ReadyPage>(schools, {
    maxBytes: MAX_PAGE_BYTES,
    bytes: ({ gzip, aroundToken }) => gzip.length + (aroundToken?.join('').length ?? 0) + 200,
    compress: async (page) => {
      page.gzip = copyBytes(await gzip(htmlOf(page), { level: 9 }));
    },
  });
  return {
    page: (context: PageContext, name: string, make: () => string) =>
      cachedPage(context, name, async () => {
        const pieces = make().split(tokenMark);
        await nextTurn();
        const gzip = copyBytes(gzipSync(pieces.join(''), { level: 1 }));
        return { gzip, aroundToken: pieces.length > 1 ? pieces : null };
      }),
    shell: perContext<PrecompressedText>(schools, {
      maxBytes: MAX_SHELL_BYTES,
      bytes: bytesOf,
      compress: compressWell,
    }),
    firstFold: perContext<{ parts: PrecompressedText[] }>(schools, {
      maxBytes: MAX_FIRST_FOLD_BYTES,
      bytes: ({ parts }) => parts.reduce((sum, part) => sum + bytesOf(part), 0),
    }),
    site: perContext<PrecompressedText>(schools, { maxBytes: MAX_SITE_BYTES, bytes: bytesOf }),
  };
}

/** Caches results per school, language and origin. */
function perContext<Result extends object>(schools: Schools, options: PerSchoolOptions<Result>) {
  const cached = perSchool(schools, options);
  return (
    { school, language, base }: PageContext,
    name: string,
    make: () => Result | Promise<Result>,
  ) => cached(school, `${language} ${base} ${name}`, make);
}

/** Renders pages and their parts as HTML, without a cache. */
function htmlRenderer(build: WebBuild) {
  const head = (
    kind: HeadKind,
    { school, ...context }: PageContext,
    options: { page?: PageName; extraTags?: string } = {},
  ) =>
    pageHead({
      site: asSite(school),
      ...context,
      assets: build.head(kind, {
        font: school.settings.font_primary,
        language: context.language,
      }),
      after: afterSignIn(school),
      touchIcon: iconUrl(school, 'apple-180'),
      shareIcon: iconUrl(school, 'maskable-512'),
      ...options,
    });

  return {
    visitor(context: PageContext, view: VisitorPageName, token: string, outcome?: FormOutcome) {
      const site = asSite(context.school);
      const { language } = context;
      const body = build.renderVisitorPage({
        site,
        language,
        view,
        token,
        ...(outcome && { outcome }),
      });
      return `${head('visitor', context, { page: view, extraTags: imagePreload(loginImages(site.login_page)) })}${body}${firstFoldEnds}</body></html>`;
    },

    legal(context: PageContext, view: LegalPageName) {
      const { settings, tenant } = context.school;
      const { language } = context;
      const title = translate(language, pages[view].title);
      // Cleaned when it was saved, and again here (safety, Custom HTML 6).
      const html = cleanHtml(settings[legalColumns[view]], tenant.id);
      const body = build.renderLegalPage({ site: asSite(context.school), language, title, html });
      return `${head('visitor', context, { page: view })}${body}${firstFoldEnds}</body></html>`;
    },

    shell(context: PageContext, kind: HeadKind, isHome: boolean) {
      const { heroImages: images } = context.school;
      const preload = isHome && images ? imagePreload(imagesOf(images)) : '';
      const page = isHome
        ? 'homepage'
        : communityKinds.find((communityKind) => communityKind === kind);
      return head(kind, context, { extraTags: preload, ...(page && { page }) });
    },

    /** The viewer's name is `viewerMark`. */
    firstFold(
      { school, language }: PageContext,
      { pathname, member, studentProducts, firstFold }: FirstFoldRequest,
    ) {
      const clean = (html: string) => withoutPlayers(cleanPreview(html, school.tenant.id));
      const session = member && asSession({ ...member, name: viewerMark }, school);
      const answers = firstFold?.read() ?? {};
      const boot = { site: asBoot(school), session, view: studentProducts, answers };
      const html =
        build.renderFirstFold({ boot, language, pathname, clean }) || brandOf(asSite(school));
      return `\n<div id="root">${html}</div>${firstFoldEnds}\n`;
    },
  };
}

const bytesOf = ({ bytes, deflated }: PrecompressedText) => bytes.length + deflated.length + 200;

interface FirstFoldRequest {
  pathname: string;
  member: Member | null;
  /** The products of a view as student; null for any other viewer. */
  studentProducts: number[] | null;
  /** Null where the page's first call has no answer. */
  firstFold: FirstFold | null;
}

/** Placeholder of the viewer's name. */
const viewerMark = randomUUID();

/**
 * Removes the addresses of players but keeps their places. Otherwise the browser would load each
 * player twice.
 */
const withoutPlayers = (clean: string) =>
  clean.replace(/<iframe[^<>]*>/g, (tag) => tag.replace(/ src="[^"<>]*"/, ''));

/**
 * Home, or a community of this school that is active: never an address from outside (safety,
 * Sign-in).
 */
export const afterSignIn = ({ settings, redirectsToCommunity }: School) =>
  redirectsToCommunity ? settings.redirect_url! : pages.homepage.path;
