/** A phone offers all files, films too. No quiz is as long. */
const MAX_BYTES = 10_000_000;

/**
 * The text of a file: UTF-8 or UTF-16 with a byte order mark, else UTF-8, else windows-1252. Null if it
 * holds no text, such as a ZIP.
 */
export async function textOfFile(file: Blob): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  return text.includes('\0') ? null : text.replaceAll(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array) {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
