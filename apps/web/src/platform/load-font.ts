/**
 * The stylesheets of the eight font families. The browser loads only the font files that the page
 * shows.
 */
const fonts = import.meta.glob<string>('./fonts/*.css', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Adds a family's stylesheet to the page. */
export function loadFont(family: string) {
  if (import.meta.env.SSR) return;
  const href = fonts[`./fonts/${family.toLowerCase().replaceAll(' ', '-')}.css`];
  if (!href || document.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
}
