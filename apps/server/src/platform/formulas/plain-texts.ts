import { mayHoldFormulas, replaceFormulas, withStoredDelimiters } from './find-formulas.ts';

/** Rendered formulas hold no such tag, and escaped texts hold no tag at all. */
const BETWEEN = '<hr>';

interface JoinedTexts {
  /** Those that hold formulas, as one piece of clean HTML; empty where none does. */
  html: string;
  /** Of that piece rendered: the HTML of each text that has a formula. The others show themselves. */
  ofEach: (rendered: string | null) => Map<string, string>;
}

/** Plain texts as one piece of HTML, so that their formulas are rendered together. */
export function joinTexts(texts: Iterable<string>): JoinedTexts {
  const given = [...new Set(texts)].filter(holdsFormula);
  const escaped = given.map(escapeHtml);
  return {
    html: escaped.join(BETWEEN),
    ofEach: (rendered) => {
      const parts = rendered?.split(BETWEEN) ?? [];
      if (parts.length !== given.length) return new Map();
      return new Map(
        given.flatMap((text, at) => (parts[at] === escaped[at] ? [] : [[text, parts[at]!]])),
      );
    },
  };
}

/** Writes `\[…\]` of a plain text as `$$…$$`. */
export const textWithStoredDelimiters = (text: string) =>
  text.includes('\\[') ? unescapeHtml(withStoredDelimiters(escapeHtml(text))) : text;

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
const characters = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
);
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!);
const unescapeHtml = (html: string) =>
  html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity]!);
