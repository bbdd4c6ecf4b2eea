/** A formula as it stands in a text: `\(…\)` among words, `$$…$$` on lines of its own. */
export interface FormulaSource {
  tex: string;
  display: boolean;
}

export const sourceOf = ({ tex, display }: FormulaSource) =>
  display ? `$$${tex}$$` : `\\(${tex}\\)`;

/** LaTeX that would end its own delimiters. */
export const endsItself = (tex: string) => tex.includes('\\)') || tex.includes('$$');

const written = /\\\(((?:(?!\\\)).)+)\\\)|\$\$((?:(?!\$\$).)+)\$\$/gs;
/** Code shows its text, and pieces that the editor keeps whole are handed back as they came. */
const left = 'pre, code, table, figure';

/** HTML for the editor: each formula as an element. */
export function withFormulaElements(html: string): string {
  if (!html.includes('\\(') && !html.includes('$$')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts: Text[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    if (text.parentElement?.closest(left)) continue;
    const pieces: (string | HTMLElement)[] = [];
    let at = 0;
    for (const { 0: source, 1: among, 2: own, index } of text.data.matchAll(written)) {
      pieces.push(text.data.slice(at, index));
      pieces.push(elementOf({ tex: (among ?? own)!.trim(), display: own !== undefined }));
      at = index + source.length;
    }
    if (at) text.replaceWith(...pieces, text.data.slice(at));
  }
  return body.innerHTML;
}

/** HTML as it is stored: each formula as its source. */
export function withoutFormulaElements(html: string): string {
  if (!html.includes('data-formula')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('span[data-formula]'))
    element.replaceWith(sourceOf(formulaOf(element)));
  return body.innerHTML;
}

export const formulaOf = (element: HTMLElement): FormulaSource => ({
  tex: element.dataset['formula'] ?? '',
  display: element.dataset['display'] !== undefined,
});

function elementOf({ tex, display }: FormulaSource) {
  const element = document.createElement('span');
  element.dataset['formula'] = tex;
  if (display) element.dataset['display'] = '';
  return element;
}
