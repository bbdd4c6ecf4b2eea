import type { SiteSettings } from '@vitrine/contract/site';
import { isLight, themeCss } from '@vitrine/contract/theme';
import { browserSite } from './boot.ts';

/** The eight families; each brings its own files, and a browser fetches only what it shows. */
const fonts = import.meta.glob<string>('./fonts/*.css', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Makes a family known to the page, beside the one it came with. */
export function loadFont(family: string) {
  if (import.meta.env.SSR) return;
  const href = fonts[`./fonts/${family.toLowerCase().replaceAll(' ', '-')}.css`];
  if (!href || document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
}

/**
 * Keeps the whole page in the shown school's colours, font and icon, as the server painted it
 * before (apps/server, features/site): for as long as somebody edits. Returns how to stop.
 */
export function syncTheme() {
  const { shown, watch } = browserSite();
  const paintShown = () => paint(shown().settings);
  const stop = watch(paintShown);
  return () => {
    stop();
    paintShown();
  };
}

function paint(settings: SiteSettings) {
  loadFont(settings.font_primary);
  const style = document.getElementById('theme');
  const css = themeCss(settings);
  if (style && style.textContent !== css) style.textContent = css;
  document.documentElement.dataset['ground'] = isLight(settings) ? 'light' : 'dark';
  const icon = settings.favicon ?? settings.logo_square ?? 'data:,';
  document.querySelector('link[rel="icon"]')?.setAttribute('href', icon);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', settings.background_color_primary);
}
