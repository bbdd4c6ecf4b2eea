import { escapeContent } from '../html.ts';
import { mayHoldFormulas, replaceFormulas, withStoredDelimiters } from './find-formulas.ts';

/** A safe separator: rendered formulas hold no such tag, and escaped texts hold no tag at all. */
const BETWEEN = '<hr>';

interface JoinedTexts {
  /** The texts that hold formulas, as one piece of clean HTML. Empty if none does. */
  html: string;
  /** Splits the rendered piece into the HTML of each text with a formula. Omits all other texts. */
  splitRendered: (rendered: string | null) => Map<string, string>;
}

/** Joins plain texts to one piece of HTML, so that their formulas are rendered together. */
export function joinTexts(texts: Iterable<string>): JoinedTexts {
  const textsWithFormulas = [...new Set(texts)].filter(holdsFormula);
  const escaped = textsWithFormulas.map(escapeContent);
  return {
    html: escaped.join(BETWEEN),
    splitRendered: (rendered) => {
      const parts = rendered?.split(BETWEEN) ?? [];
      if (parts.length !== textsWithFormulas.length) return new Map();
      return new Map(
        textsWithFormulas.flatMap((text, index) =>
          parts[index] === escaped[index] ? [] : [[text, parts[index]!]],
        ),
      );
    },
  };
}

/** Replaces `\[…\]` of a plain text by `$$…$$`. */
export const textWithStoredDelimiters = (text: string) =>
  text.includes('\\[') ? unescapeContent(withStoredDelimiters(escapeContent(text))) : text;

/** Requires a complete formula: an unfinished one must not start a process. */
function holdsFormula(text: string) {
  if (!mayHoldFormulas(text)) return false;
  let found = false;
  replaceFormulas(escapeContent(text), (_, source) => {
    found = true;
    return source;
  });
  return found;
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const unescapeContent = (html: string) =>
  html.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity]!);
