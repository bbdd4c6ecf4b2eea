const MAX_TITLE_CHARACTERS = 255;

/** One line, decoded, at most 255 code points. May be ''. */
export const cleanTitle = (text: string) => truncateTitle(decodeEntities(text), '');

/** Cuts a title to the database's limit: a single line of 1 to 255 code points. */
export const truncateTitle = (text: string, instead: string) =>
  truncate(
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .toWellFormed(),
    MAX_TITLE_CHARACTERS,
  ) || instead;

/** Cuts to a number of code points. A text that is cut ends with '…'. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = Array.from(text.slice(0, length * 2 + 2));
  return points.length <= length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** Decodes entities once more, because exporters often encode titles twice. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (entity, name, dec, hex) => {
      if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? entity;
      const point = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
}

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Escapes a text for element content and double-quoted attributes. Keeps `'`: `cleanHtml`, which
 * reads the result, counts each entity and refuses too many.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Tags that have no content, and so no closing tag. */
export const voidTags = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Plain text as HTML: an empty line starts a paragraph, a line break stays one. */
export function paragraphs(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeMarkup(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
}

/** “um”, “dois” (+3): the same in every language. */
export function quotedList(names: string[], shown = 5): string {
  const quotedNames = names.slice(0, shown).map((name) => `“${truncate(name, 80)}”`);
  const remaining = names.length - shown;
  return quotedNames.join(', ') + (remaining > 0 ? ` (+${remaining})` : '');
}
