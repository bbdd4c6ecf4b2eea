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
  return replaceBetween(html, stored, replace);
}

/** Replaces `\[…\]`, the delimiters of other tools, by `$$…$$`. */
export const withStoredDelimiters = (html: string) =>
  html.includes('\\[')
    ? replaceBetween(html, [...stored, bracketed], (_, source) =>
        source.startsWith('\\[') ? `$$${source.slice(2, -2)}$$` : source,
      )
    : html;

type Replace = (formula: Formula, source: string) => string;

function replaceBetween(html: string, delimiters: Delimiter[], replace: Replace): string {
  const out: string[] = [];
  let run = '';
  let code = 0;
  const endRun = () => {
    out.push(code > 0 ? run : inRun(run, delimiters, replace));
    run = '';
  };
  for (const [piece] of html.matchAll(tagOrText)) {
    if (!piece.startsWith('<') || piece.startsWith('<br')) {
      run += piece;
      continue;
    }
    endRun();
    if (/^<(?:pre|code)\b/.test(piece)) code += 1;
    if (/^<\/(?:pre|code)\b/.test(piece)) code = Math.max(0, code - 1);
    out.push(piece);
  }
  endRun();
  return out.join('');
}

interface Delimiter {
  opens: string;
  closes: string;
  display: boolean;
}

const stored: Delimiter[] = [
  { opens: '\\(', closes: '\\)', display: false },
  { opens: '$$', closes: '$$', display: true },
];
const bracketed = { opens: '\\[', closes: '\\]', display: true };

/** A run is text and line breaks between two other tags. */
function inRun(run: string, delimiters: Delimiter[], replace: Replace) {
  const out: string[] = [];
  const unclosed = new Set<string>();
  let at = 0;
  for (;;) {
    const [next] = delimiters
      .filter(({ opens }) => !unclosed.has(opens))
      .map((one) => ({ ...one, start: run.indexOf(one.opens, at) }))
      .filter(({ start }) => start !== -1)
      .sort((one, other) => one.start - other.start);
    if (!next) break;
    const end = run.indexOf(next.closes, next.start + 2);
    if (end === -1) {
      unclosed.add(next.opens);
      continue;
    }
    const source = run.slice(next.start, end + 2);
    const tex = textOf(source.slice(2, -2));
    out.push(run.slice(at, next.start));
    out.push(tex ? replace({ tex, display: next.display }, source) : source);
    at = end + 2;
  }
  out.push(run.slice(at));
  return out.join('');
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
