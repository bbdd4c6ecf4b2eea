/**
 * Bytes as text: by mark, by the shape of UTF-16, by what the document declares, else UTF-8, and
 * windows-1252 where that does not fit. Unknown declarations count as none. Valid UTF-8 is UTF-8,
 * although a document declares Latin-1: editors that changed the one often kept the other.
 */
export function decodeText(bytes: Buffer): string {
  const text = decodeWith(encodingOf(bytes), bytes);
  return text.replaceAll('\0', '').toWellFormed();
}

function encodingOf(bytes: Buffer): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const start = bytes.subarray(0, 1024).toString('latin1');
  const declaredEncoding =
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ??
    charsetOfMeta(start) ??
    'utf-8';
  // The declaration was readable as ASCII, so the document cannot be UTF-16.
  return /^utf-?16/i.test(declaredEncoding) ? 'utf-8' : declaredEncoding;
}

/** The charset of the first `<meta>` that names one. */
const charsetOfMeta = (html: string) =>
  html
    .match(/<meta[^<>]*/gi)
    ?.map((tag) => /charset\s*=[\s"']*([\w.:-]+)/i.exec(tag)?.[1])
    .find((name) => name !== undefined);

function decodeWith(encoding: string, bytes: Buffer): string {
  for (const name of isLatin1(encoding) ? ['utf-8'] : [encoding, 'utf-8']) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      continue;
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Browsers read Latin-1 and its names as windows-1252. */
function isLatin1(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding === 'windows-1252';
  } catch {
    return false;
  }
}
