import type { Language } from '@vitrine/contract/languages';
import { isLight, themeCss } from '@vitrine/contract/theme';
import type { Site } from '@vitrine/contract/site';
import { escapeHtml } from '../../platform/html.ts';

interface PageHead {
  site: Site;
  language: Language;
  /** `https://escola.example.com`: share cards need whole addresses. */
  base: string;
  /** Tags of the built styles and scripts. */
  assets: string;
  after: string;
}

const langs: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

/** From the doctype to the opening body: the school's own, before anything is known of the reader. */
export function pageHead({ site, language, base, assets, after }: PageHead) {
  const { settings } = site;
  const name = escapeHtml(settings.name);
  const description = escapeHtml(settings.description);
  const icon = settings.favicon ?? settings.logo_square;
  const card = settings.logo_horizontal ?? settings.logo_square;
  return `<!doctype html>
<html lang="${langs[language]}" data-ground="${isLight(settings) ? 'light' : 'dark'}" data-after="${escapeHtml(after)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${name}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${escapeHtml(base)}">
${card ? `<meta property="og:image" content="${escapeHtml(new URL(card, base).href)}">` : ''}
<meta name="theme-color" content="${settings.background_color_primary}">
${icon ? `<link rel="icon" href="${escapeHtml(icon)}">` : '<link rel="icon" href="data:,">'}
<link rel="manifest" href="/manifest.webmanifest">
<style id="theme">${themeCss(settings).replaceAll('<', '')}</style>
${assets}
</head>
<body>`;
}

/** The page before its code has arrived: the school's ground and name, in place. */
export const shellBody = (site: Site) => `
<div id="root"><div class="boot"><span class="boot-brand">${escapeHtml(site.tenant.name)}</span></div></div>
`;

export const manifestOf = ({ settings }: Site) => ({
  name: settings.name,
  short_name: settings.name.slice(0, 30),
  description: settings.description,
  start_url: '/homepage',
  display: 'standalone',
  background_color: settings.background_color_primary,
  theme_color: settings.background_color_primary,
  icons: settings.logo_square ? [{ src: settings.logo_square, sizes: 'any' }] : [],
});
