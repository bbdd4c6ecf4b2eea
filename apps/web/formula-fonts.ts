import type { Plugin } from 'vite';

/** KaTeX lists each font in three formats. All supported browsers read the first, WOFF2. */
export const formulaFonts = (): Plugin => ({
  name: 'formula-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('katex.min.css')
      ? code.replace(/,url\([^()]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '')
      : undefined,
});
