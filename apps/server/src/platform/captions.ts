/** A timing line: `00:01:02,500 --> 00:01:04.000 line:0`. Hours are optional. */
const timing =
  /^\s*(?:(\d{1,4}):)?(\d{2}):(\d{2})[.,](\d{1,3})\s+-->\s+(?:(\d{1,4}):)?(\d{2}):(\d{2})[.,](\d{1,3})(.*)$/;
/** Cue settings of WebVTT. Browsers do not know SubRip's coordinates, so those are dropped. */
const settings = /(?:line|position|size|align|vertical):[\w.,%-]+/g;

/**
 * Converts WebVTT or SubRip (.srt) in any encoding to WebVTT. The content decides, not the name.
 * The result is written from the cues alone, so styles, notes and foreign bytes are dropped.
 * Returns null if there is no cue.
 */
export function asWebVtt(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  if (text.includes('\0')) return null;
  const lines = text.split(/\r\n|\r|\n/);
  const vtt = /^WEBVTT(?=[\s]|$)/.test(lines[0]!);
  const cues: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = timing.exec(lines[at]!);
    if (!found) continue;
    const texts: string[] = [];
    while (lines[at + 1]?.trim() && !timing.test(lines[at + 1]!))
      texts.push(lines[(at += 1)]!.trim());
    // A browser ends the cue at an arrow, even inside its text.
    const text = texts.join('\n').replaceAll('-->', '--&gt;');
    const [from, to] = [moment(found.slice(1, 5)), moment(found.slice(5, 9))];
    if (to <= from || !text) continue;
    const placed = vtt ? (found[9]!.match(settings) ?? []) : [];
    cues.push(
      [[`${clock(from)} --> ${clock(to)}`, ...placed].join(' '), vtt ? text : marked(text)].join(
        '\n',
      ),
    );
  }
  return cues.length ? `WEBVTT\n\n${cues.join('\n\n')}\n` : null;
}

/** Decodes by the byte order mark. Without one it tries UTF-8, then windows-1252. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Converts SubRip's markup: keeps bold, italic and underlined, drops colours and positions, escapes
 * other `&` and `<`. `[^{}]` and `[^<>]` stop at the next opening bracket. Without them, a text of
 * opening brackets takes quadratic time.
 */
const marked = (text: string) =>
  text
    .replace(/\{\\[^{}]*\}|<\/?font\b[^<>]*>/gi, '')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7});)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;')
    .replace(/<(\/?)([BIU])>/g, (_, end: string, tag: string) => `<${end}${tag.toLowerCase()}>`);

const moment = ([hours = '0', minutes, seconds, parts]: string[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
  Number(parts!.padEnd(3, '0'));

function clock(ms: number) {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, '0')}`;
}
