import type { Plugin } from 'vite';

/** KaTeX names each font three times. Every browser that we support reads the first, WOFF2. */
export const formulaFonts = (): Plugin => ({
  name: 'formula-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('katex.min.css')
      ? code.replace(/,url\([^()]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, '')
      : undefined,
});
