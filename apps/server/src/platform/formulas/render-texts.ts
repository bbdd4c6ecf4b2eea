import type { Owner } from '../fair-queue.ts';
import { mayHoldFormulas, replaceFormulas } from './find-formulas.ts';
import { renderFormulas } from './render-formulas.ts';

/** Rendered formulas hold no such tag, and escaped texts hold no tag at all. */
const BETWEEN = '<hr>';

/**
 * Renders the formulas of plain texts, of all in one process, as `renderFormulas` does.
 *
 * @returns the HTML of each text that has a formula; the others show themselves
 */
export async function renderTexts(
  owner: Owner,
  texts: Iterable<string>,
): Promise<Map<string, string>> {
  const given = [...new Set(texts)].filter(holdsFormula);
  if (!given.length) return new Map();
  const escaped = given.map(escapeHtml);
  const html = await renderFormulas(owner, escaped.join(BETWEEN));
  const parts = html?.split(BETWEEN) ?? [];
  if (parts.length !== given.length) return new Map();
  return new Map(
    given.flatMap((text, at) => (parts[at] === escaped[at] ? [] : [[text, parts[at]!]])),
  );
}

/** One that is still being typed starts no process. */
function holdsFormula(text: string) {
  if (!mayHoldFormulas(text)) return false;
  let holds = false;
  replaceFormulas(escapeHtml(text), (_, source) => {
    holds = true;
    return source;
  });
  return holds;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);
