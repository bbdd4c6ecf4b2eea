/** A formula as the author of the text wrote it. */
export interface Formula {
  tex: string;
  /** True on a line of its own (`$$…$$`), false within a line (`\(…\)`). */
  display: boolean;
}

/** A cheap check whether a text may hold a formula. It never misses one. */
export const mayHoldFormulas = (text: string) => text.includes('\\(') || text.includes('$$');

const tagOrText = /<[^<>]*>|[^<]+/g;
const lineBreak = /<br ?\/?>/g;

/**
 * Replaces each formula of clean HTML, which has no `<` in texts and no `>` in attributes.
 * `replace` gets the formula and its source, and returns HTML. Code stays unchanged. Linear time.
 */
export function replaceFormulas(html: string, replace: Replace): string {
  return replaceBetween(html, storedDelimiters, replace);
}

/** Replaces `\[…\]`, the delimiters of other tools, by `$$…$$`. */
export const withStoredDelimiters = (html: string) =>
  html.includes('\\[')
    ? replaceBetween(html, [...storedDelimiters, bracketDelimiter], (_, source) =>
        source.startsWith('\\[') ? `$$${source.slice(2, -2)}$$` : source,
      )
    : html;

type Replace = (formula: Formula, source: string) => string;

function replaceBetween(html: string, delimiters: Delimiter[], replace: Replace): string {
  const parts: string[] = [];
  let run = '';
  let codeDepth = 0;
  const flushRun = () => {
    parts.push(codeDepth > 0 ? run : replaceInRun(run, delimiters, replace));
    run = '';
  };
  for (const [piece] of html.matchAll(tagOrText)) {
    if (!piece.startsWith('<') || piece.startsWith('<br')) {
      run += piece;
      continue;
    }
    flushRun();
    if (/^<(?:pre|code)\b/.test(piece)) codeDepth += 1;
    if (/^<\/(?:pre|code)\b/.test(piece)) codeDepth = Math.max(0, codeDepth - 1);
    parts.push(piece);
  }
  flushRun();
  return parts.join('');
}

interface Delimiter {
  opens: string;
  closes: string;
  display: boolean;
}

const storedDelimiters: Delimiter[] = [
  { opens: '\\(', closes: '\\)', display: false },
  { opens: '$$', closes: '$$', display: true },
];
const bracketDelimiter = { opens: '\\[', closes: '\\]', display: true };

/** A run is text and line breaks between two other tags. */
function replaceInRun(run: string, delimiters: Delimiter[], replace: Replace) {
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    const [next] = delimiters
      .filter(({ opens }) => !unclosed.has(opens))
      .map((delimiter) => ({ ...delimiter, start: run.indexOf(delimiter.opens, at) }))
      .filter(({ start }) => start !== -1)
      .sort((first, second) => first.start - second.start);
    if (!next) break;
    const end = run.indexOf(next.closes, next.start + 2);
    if (end === -1) {
      unclosed.add(next.opens);
      continue;
    }
    const source = run.slice(next.start, end + 2);
    const tex = textOf(source.slice(2, -2));
    parts.push(run.slice(at, next.start));
    parts.push(tex ? replace({ tex, display: next.display }, source) : source);
    at = end + 2;
  }
  parts.push(run.slice(at));
  return parts.join('');
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

const textOf = (html: string) =>
  html
    .replace(lineBreak, '\n')
    .replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity]!)
    .replaceAll('\u00a0', ' ')
    .trim();
