import { HOUR_MS, MINUTE_MS } from '@vitrine/contract/durations';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A timing line: `00:01:02,500 --> 00:01:04.000 line:0`. Hours are optional. */
const timingLine =
  /^\s*(?:(\d{1,4}):)?(\d{2}):(\d{2})[.,](\d{1,3})\s+-->\s+(?:(\d{1,4}):)?(\d{2}):(\d{2})[.,](\d{1,3})(.*)$/;
/** Cue settings of WebVTT. Browsers do not know SubRip's coordinates, so those are dropped. */
const cueSettings = /(?:line|position|size|align|vertical):[\w.,%-]+/g;

/** Lines that are converted before other requests have their turn. 2 MB of them took 150 ms. */
const LINES_PER_TURN = 4_000;
/** Maximum length of a cue. The rest of its text is cut. */
const MAX_CUE_CHARACTERS = 10_000;

/**
 * Converts WebVTT or SubRip (.srt) in any encoding to WebVTT. The content decides, not the name.
 * The result is written from the cues alone, so styles, notes and foreign bytes are dropped.
 * Returns null if there is no cue.
 */
export async function asWebVtt(bytes: Uint8Array): Promise<string | null> {
  const text = decodeText(bytes);
  if (text.includes('\0')) return null;
  const lines = text.split(/\r\n|\r|\n/);
  const isWebVtt = /^WEBVTT(?=[\s]|$)/.test(lines[0]!);
  const cues: string[] = [];
  let lastTurn = 0;
  for (let index = 0; index < lines.length; index += 1) {
    if (index - lastTurn >= LINES_PER_TURN) {
      lastTurn = index;
      await nextTurn();
    }
    const timingMatch = timingLine.exec(lines[index]!);
    if (!timingMatch) continue;
    const texts: string[] = [];
    let room = MAX_CUE_CHARACTERS;
    while (lines[index + 1]?.trim() && !timingLine.test(lines[index + 1]!)) {
      const line = lines[(index += 1)]!.trim().slice(0, Math.max(room, 0));
      room -= line.length + 1;
      if (line) texts.push(line);
    }
    // A browser ends the cue at an arrow, even inside its text.
    const cueText = texts.join('\n').replaceAll('-->', '--&gt;');
    const [from, to] = [
      toMilliseconds(timingMatch.slice(1, 5)),
      toMilliseconds(timingMatch.slice(5, 9)),
    ];
    if (to <= from || !cueText) continue;
    const usedSettings = isWebVtt ? (timingMatch[9]!.match(cueSettings) ?? []) : [];
    cues.push(
      [
        [`${formatClock(from)} --> ${formatClock(to)}`, ...usedSettings].join(' '),
        isWebVtt ? cueText : convertMarkup(cueText),
      ].join('\n'),
    );
  }
  return cues.length ? `WEBVTT\n\n${cues.join('\n\n')}\n` : null;
}

/** Decodes by the byte order mark. Without one it tries UTF-8, then windows-1252. */
function decodeText(bytes: Uint8Array): string {
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
 * Converts SubRip's markup. Keeps bold, italic and underlined, and drops colours and positions.
 * Escapes other `&` and `<`. `[^{}]` and `[^<>]` stop at the next opening bracket. Without them, a text of
 * opening brackets takes quadratic time.
 */
const convertMarkup = (text: string) =>
  text
    .replace(/\{\\[^{}]*\}|<\/?font\b[^<>]*>/gi, '')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7});)/g, '&amp;')
    .replace(/<(?!\/?[biu]>)/gi, '&lt;')
    .replace(
      /<(\/?)([BIU])>/g,
      (_, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`,
    );

const toMilliseconds = ([hours = '0', minutes, seconds, fraction]: string[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
  Number(fraction!.padEnd(3, '0'));

function formatClock(ms: number) {
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes, seconds] = [ms / HOUR_MS, (ms / MINUTE_MS) % 60, (ms / 1000) % 60];
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds)}.${String(ms % 1000).padStart(3, '0')}`;
}
