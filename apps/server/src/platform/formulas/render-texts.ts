import type { Owner } from '../fair-queue.ts';
import { joinTexts } from './plain-texts.ts';
import { renderFormulas } from './render-formulas.ts';

/**
 * Renders the formulas of all plain texts in one process, as `renderFormulas` does.
 *
 * @returns the HTML of each text that has a formula; show the others as they are
 */
export async function renderTexts(
  owner: Owner,
  texts: Iterable<string>,
): Promise<Map<string, string>> {
  const { html, splitRendered } = joinTexts(texts);
  return html ? splitRendered(await renderFormulas(owner, html)) : new Map();
}
