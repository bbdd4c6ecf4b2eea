import { imageSrcSet } from '@vitrine/contract/file-addresses';
import type { Language } from '@vitrine/contract/languages';
import { pages, type PageName } from '@vitrine/contract/pages';
import type { Site } from '@vitrine/contract/site';
import { translate } from '@vitrine/contract/texts';
import { isLight, themeCss } from '@vitrine/contract/theme';
import { escapeHtml } from '../../platform/html.ts';

interface PageHead {
  site: Site;
  language: Language;
  /** `https://escola.example.com`: share cards need absolute addresses. */
  base: string;
  /** Tags of the built styles and scripts. */
  assets: string;
  after: string;
  /** Address of the icon for a phone's home screen. */
  touchIcon: string;
  /** The drawn icon of a school without a photograph or a logo, for share cards. */
  shareIcon: string;
  /** Set where the head belongs to one page only. */
  page?: PageName;
  /** Further tags of this page. */
  extraTags?: string;
}

const langAttributes: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
const locales: Record<Language, string> = { pt: 'pt_BR', en: 'en_US', es: 'es_ES' };

/**
 * Renders from the doctype to the opening body tag. It depends on the school, not on the reader.
 */
export function pageHead({
  site,
  language,
  base,
  assets,
  after,
  touchIcon,
  shareIcon,
  page,
  extraTags = '',
}: PageHead) {
  const { settings } = site;
  const name = escapeHtml(settings.name);
  // The title of an entry page is the school's name alone.
  const isEntrance = !page || page === 'signIn' || page === 'homepage';
  const title = isEntrance
    ? name
    : `${escapeHtml(translate(language, pages[page].title))} · ${name}`;
  // All communities share one cached head, so it names none of them.
  const hasIdInPath = !isEntrance && pages[page].path.includes('{');
  const url = escapeHtml(isEntrance || hasIdInPath ? base : base + pages[page].path);
  const description = escapeHtml(settings.description || settings.name);
  const icon = settings.favicon ?? settings.logo_square;
  const failed = escapeHtml(translate(language, 'Esta página não carregou'));
  const retry = escapeHtml(translate(language, 'Tentar de novo'));
  return `<!doctype html>
<html lang="${langAttributes[language]}" data-ground="${isLight(settings) ? 'light' : 'dark'}" data-after="${escapeHtml(after)}" data-failed="${failed}" data-retry="${retry}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="expect" href="#whole" blocking="render">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:locale" content="${locales[language]}">
<meta property="og:url" content="${url}">
${shareImage(site, base, shareIcon)}
<meta name="theme-color" content="${settings.background_color_primary}">
${icon ? `<link rel="icon" href="${escapeHtml(icon)}">` : '<link rel="icon" href="data:,">'}
<link rel="apple-touch-icon" href="${escapeHtml(touchIcon)}">
<link rel="manifest" href="/manifest.webmanifest">
<style id="theme">${themeCss(settings).replaceAll('<', '')}</style>
${extraTags}${assets}
</head>
<body>`;
}

/**
 * Marks the end of the first fold. The head's `rel="expect"` makes the browser wait for it. Without
 * it, a slow browser paints half of the fold and shifts it with the rest.
 */
export const firstFoldEnds = '<i id="whole" hidden></i>';

/** The image of a share card: the school's photograph, else its logo, else its drawn icon. */
function shareImage({ settings, login_page }: Site, base: string, icon: string) {
  const banner = login_page.login_banner;
  const image = banner ?? settings.logo_horizontal ?? settings.logo_square ?? icon;
  const url = new URL(image, base).href;
  return `<meta property="og:image" content="${escapeHtml(url)}">
<meta name="twitter:card" content="${banner ? 'summary_large_image' : 'summary'}">`;
}

interface PreloadedImage {
  path: string;
  /** Media query of the screens that load it. Null: all of them. */
  media: string | null;
  sizes: string;
}

/** Preloads the largest image of the first fold, before the browser has read the styles. */
export const imagePreload = (images: readonly PreloadedImage[]) =>
  images
    .map(({ path, media, sizes }) => {
      const address = escapeHtml(path);
      const sources = escapeHtml(imageSrcSet(path) ?? path);
      const mediaAttribute = media ? ` media="${escapeHtml(media)}"` : '';
      return `<link rel="preload" as="image" href="${address}" imagesrcset="${sources}" imagesizes="${escapeHtml(sizes)}"${mediaAttribute} fetchpriority="high">\n`;
    })
    .join('');

/** The header's brand, for pages without a first fold. */
export const brandOf = (site: Site) =>
  `<div class="boot"><span class="boot-brand">${escapeHtml(site.tenant.name)}</span></div>`;
