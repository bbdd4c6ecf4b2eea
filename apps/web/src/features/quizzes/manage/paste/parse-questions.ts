import { isAnswer, isOption, readAiken } from './aiken.ts';
import { guarded } from './gift-escapes.ts';
import { hasAnswers, readGift } from './gift.ts';
import {
  Unreadable,
  type Block,
  type PasteError,
  type QuestionRead,
  type Sentence,
} from './pasted-question.ts';

/** The questions of a text, and the lines that are none. */
export interface ParsedQuestions {
  /** Each question, with its first and its last line. */
  questions: (QuestionRead & { from: number; to: number })[];
  errors: PasteError[];
  /** Lines that are no part of a question: comments and categories. */
  ignored: { line: number; reason: Sentence }[];
}

/** Reads no more than this, so that a pasted book does not stop the page. */
export const MAX_CHARACTERS = 500_000;

/** The lines of a text with the line ends of any system. */
export const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

/**
 * Reads questions written as plain text, in Aiken's form or in GIFT, also mixed. Blank lines part
 * questions. Each line is part of a question, of an error, or ignored with a reason.
 */
export function parseQuestions(text: string): ParsedQuestions {
  const parsed: ParsedQuestions = { questions: [], errors: [], ignored: [] };
  const all = linesOf(text);
  const lines = within(all);
  for (const block of blocksOf(lines, parsed.ignored)) {
    const from = block.line;
    const to = block.lines.at(-1)!.line;
    try {
      const isGift = !block.aiken && block.lines.some((line) => guarded(line.text).includes('{'));
      parsed.questions.push({ ...(isGift ? readGift(block) : readAiken(block)), from, to });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      parsed.errors.push({ ...error.fault, from, to });
    }
  }
  if (lines.length < all.length)
    parsed.errors.push({
      line: lines.length + 1,
      from: lines.length + 1,
      to: all.length,
      reason: {
        text: 'O texto é longo demais para uma vez. Daqui em diante, fica para a próxima.',
      },
    });
  return parsed;
}

/** The lines without the questions and the ignored lines: what stays in the box. */
export function unreadText(
  text: string,
  { questions, ignored }: Pick<ParsedQuestions, 'questions' | 'ignored'>,
) {
  const gone = new Set(ignored.map(({ line }) => line));
  for (const { from, to } of questions) for (let line = from; line <= to; line += 1) gone.add(line);
  return linesOf(text)
    .filter((_, index) => !gone.has(index + 1))
    .join('\n')
    .replaceAll(/\n\s*\n(?:\s*\n)+/g, '\n\n')
    .trim();
}

/** The lines up to the limit, cut between two questions. */
function within(lines: string[]) {
  let characters = 0;
  const end = lines.findIndex((line) => (characters += line.length + 1) > MAX_CHARACTERS);
  if (end < 0) return lines;
  const blank = lines.slice(0, end).findLastIndex((line) => !line.trim());
  return lines.slice(0, blank < 0 ? end : blank);
}

/** Blank lines part blocks, but not inside the braces of GIFT. `//` begins a comment of GIFT. */
function blocksOf(raws: string[], ignored: ParsedQuestions['ignored']): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  const lines = raws.map((line) => line.trim());
  const gift = lines.map(guarded);
  const nextBrace = nextBraces(gift);
  const nextLine = nextWritten(lines);
  const aiken = aikenStarts(lines, gift, nextLine);
  for (const [index, line] of lines.entries()) {
    const isText: boolean = open !== null && open.aiken;
    const reason = isText ? null : ignoredFor(line);
    if (reason) {
      ignored.push({ line: index + 1, reason: { text: reason } });
      continue;
    }
    if (!line) {
      if (depth === 0 && open && goesOn(nextLine[index])) continue;
      // Braces that open again were never closed.
      if (depth === 0 || nextBrace[index] !== '}') {
        open = null;
        depth = 0;
      }
      continue;
    }
    if (!open) {
      open = { line: index + 1, lines: [], aiken: aiken[index]! };
      blocks.push(open);
    }
    open.lines.push({ line: index + 1, text: line, raw: raws[index]! });
    if (!open.aiken)
      for (const sign of gift[index]!)
        if (sign === '{') depth += 1;
        else if (sign === '}') depth = Math.max(0, depth - 1);
    // A question ends with its answer, or with its braces and the words after them.
    if (depth === 0 && (isAnswer(line) || (!open.aiken && gift[index]!.includes('}')))) open = null;
  }
  return blocks;
}

function ignoredFor(line: string) {
  if (line.startsWith('//')) return 'É um comentário e fica de fora.';
  if (/^\$CATEGORY:/i.test(line)) return 'Categorias ficam de fora.';
  return null;
}

/** For each line: the first brace at or after its beginning. */
function nextBraces(lines: string[]) {
  const next: (string | undefined)[] = [];
  let brace: string | undefined;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    brace = /[{}]/.exec(lines[index]!)?.[0] ?? brace;
    next[index] = brace;
  }
  return next;
}

/** For each line: the next one that is not blank. */
function nextWritten(lines: string[]) {
  const next: (string | undefined)[] = [];
  let written: string | undefined;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    next[index] = written;
    written = lines[index] || written;
  }
  return next;
}

/** Teachers also leave blank lines before the options of Aiken, and before the answer. */
const goesOn = (next: string | undefined) =>
  next !== undefined && (isOption(next) || isAnswer(next));

/**
 * For each line: whether Aiken options and their answer follow, before a blank line that ends the
 * question, or GIFT answers.
 */
function aikenStarts(lines: string[], gift: string[], nextLine: (string | undefined)[]) {
  const starts: boolean[] = [];
  let ahead: 'nothing' | 'answer' | 'options' = 'nothing';
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]!;
    const option = isOption(line);
    if (isAnswer(line)) ahead = 'answer';
    else if (!line ? !goesOn(nextLine[index]) : !option && hasAnswers(gift[index]!))
      ahead = 'nothing';
    else if (option && ahead === 'answer') ahead = 'options';
    starts[index] = ahead === 'options' && !option;
  }
  return starts;
}
