/** A formula in a text: `\(…\)` within a sentence, `$$…$$` on its own lines. */
export interface FormulaSource {
  tex: string;
  display: boolean;
}

/** The formula as text between delimiters. */
export const sourceOf = ({ tex, display }: FormulaSource) =>
  display ? `$$${tex}$$` : `\\(${tex}\\)`;

/** Whether the LaTeX contains a closing delimiter. */
export const containsDelimiter = (tex: string) => tex.includes('\\)') || tex.includes('$$');

const formulaPattern = /\\\(((?:(?!\\\)).)+)\\\)|\$\$((?:(?!\$\$).)+)\$\$/gs;

/** The formula of a plain text that the cursor touches, with its place. */
export function formulaAt(text: string, cursor: number) {
  for (const { 0: source, 1: inlineTex, 2: displayTex, index } of text.matchAll(formulaPattern)) {
    const end = index + source.length;
    if (cursor >= index && cursor <= end)
      return {
        tex: (inlineTex ?? displayTex)!.trim(),
        display: displayTex !== undefined,
        start: index,
        end,
      };
  }
  return null;
}

/** Code shows its source, and the editor returns preserved blocks unchanged. Neither has formulas. */
const skippedElements = 'pre, code, table, figure';

/** HTML for the editor: each formula becomes an element. */
export function withFormulaElements(html: string): string {
  if (!html.includes('\\(') && !html.includes('$$')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts: Text[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    if (text.parentElement?.closest(skippedElements)) continue;
    const nodes: (string | HTMLElement)[] = [];
    let offset = 0;
    for (const { 0: source, 1: inlineTex, 2: displayTex, index } of text.data.matchAll(
      formulaPattern,
    )) {
      nodes.push(text.data.slice(offset, index));
      nodes.push(
        elementOf({ tex: (inlineTex ?? displayTex)!.trim(), display: displayTex !== undefined }),
      );
      offset = index + source.length;
    }
    if (offset) text.replaceWith(...nodes, text.data.slice(offset));
  }
  return body.innerHTML;
}

/** HTML for storage: each formula becomes its source. */
export function withoutFormulaElements(html: string): string {
  if (!html.includes('data-formula')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('span[data-formula]'))
    element.replaceWith(sourceOf(formulaOf(element)));
  return body.innerHTML;
}

/** The formula that an element of the editor holds. */
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
