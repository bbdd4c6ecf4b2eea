import type { SiteSettings } from '@vitrine/contract/site';
import { isLight, themeCss } from '@vitrine/contract/theme';
import { browserSite } from './boot.ts';
import { loadFont } from './load-font.ts';

/**
 * Keeps the document's colours, font and icon in line with the shown settings while an admin edits.
 * The server rendered them first (apps/server, features/site). Returns a function that stops it.
 */
export function syncTheme() {
  const { shown, subscribe } = browserSite();
  const paintShown = () => paint(shown().settings);
  const stop = subscribe(paintShown);
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
