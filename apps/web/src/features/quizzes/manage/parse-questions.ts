import type { QuestionKind } from '@vitrine/contract/quizzes';

/** A question read from pasted text. */
export interface PastedQuestion {
  kind: QuestionKind;
  text: string;
  explanation: string;
  options: { text: string; correct: boolean }[];
}

/** An unreadable line, counted from 1, with the reason. */
interface PasteError {
  line: number;
  message: string;
}

interface ParsedQuestions {
  questions: PastedQuestion[];
  errors: PasteError[];
}

/** Reads no more than this, so that a pasted book does not stop the page. */
const MAX_CHARACTERS = 200_000;

/**
 * Reads questions written as plain text, in Aiken's form or in GIFT, also mixed. Blocks are parted
 * by blank lines. A block that cannot be read is an error at its line, and the others still count.
 */
export function parseQuestions(text: string): ParsedQuestions {
  const read: ParsedQuestions = { questions: [], errors: [] };
  for (const block of blocksOf(text.slice(0, MAX_CHARACTERS))) {
    try {
      const isGift = !block.aiken && block.lines.some((line) => guarded(line).includes('{'));
      const question = isGift ? readGift(block) : readAiken(block);
      if (question) read.questions.push(question);
    } catch (trouble) {
      if (!(trouble instanceof Unreadable)) throw trouble;
      read.errors.push({ line: trouble.line, message: trouble.message });
    }
  }
  return read;
}

class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

interface Block {
  /** The line that the block begins with, counted from 1. */
  line: number;
  lines: string[];
  /** It is a whole question of Aiken, so its braces are text. */
  aiken: boolean;
}

/** Blank lines part blocks, but not inside the braces of GIFT. `//` begins a comment of GIFT. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const gift = lines.map(guarded);
  const nextBrace = nextBraces(gift);
  const aiken = aikenStarts(lines, gift);
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('//') || line.startsWith('$CATEGORY:')) continue;
    if (!line) {
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
    open.lines.push(line);
    if (open.aiken) {
      if (ANSWER.test(line)) open = null;
      continue;
    }
    for (const sign of gift[index]!)
      if (sign === '{') depth += 1;
      else if (sign === '}') depth = Math.max(0, depth - 1);
    // A question of GIFT ends with its braces, or with the words after them.
    if (depth === 0 && gift[index]!.includes('}')) open = null;
  }
  return blocks;
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

const ANSWER = /^(?:ANSWER|RESPOSTA|RESPUESTA)\s*:\s*(.+)$/i;
const OPTION = /^([A-Za-z])\s*[).]\s+(.+)$/;
/** Braces that hold answers of GIFT. A set such as `{1, 2}` holds none. */
const GIFT_ANSWERS = /\{\s*(?:[=~#]|$|(?:T|TRUE|V|VERDADEIRO|F|FALSE|FALSO)\s*[#}])/i;

/**
 * For each line: whether Aiken options and their answer follow, before a blank line or GIFT
 * answers.
 */
function aikenStarts(lines: string[], gift: string[]) {
  const starts: boolean[] = [];
  let ahead: 'nothing' | 'answer' | 'options' = 'nothing';
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]!;
    const isOption = OPTION.test(line);
    if (ANSWER.test(line)) ahead = 'answer';
    else if (!line || (!isOption && GIFT_ANSWERS.test(gift[index]!))) ahead = 'nothing';
    else if (isOption && ahead === 'answer') ahead = 'options';
    starts[index] = ahead === 'options' && !isOption;
  }
  return starts;
}

// Aiken: the text, options `A) …` or `A. …`, and `ANSWER: A` ------------------------------------

function readAiken({ line, lines }: Block): PastedQuestion {
  const text: string[] = [];
  const options: { letter: string; text: string }[] = [];
  let answer: { letters: string[]; line: number } | null = null;
  for (const [index, one] of lines.entries()) {
    const option = OPTION.exec(one);
    const right = ANSWER.exec(one);
    if (right)
      answer = {
        letters: right[1]!.toUpperCase().match(/[A-Z]/g) ?? [],
        line: line + index,
      };
    else if (option && text.length)
      options.push({ letter: option[1]!.toUpperCase(), text: option[2]! });
    else if (options.length) options.at(-1)!.text += ` ${one}`;
    else text.push(one);
  }
  if (!options.length)
    throw new Unreadable(line, 'Nenhuma opção encontrada. Escreva A) antes de cada uma.');
  if (!answer)
    throw new Unreadable(line + lines.length - 1, 'Falta a linha ANSWER: com a letra certa.');
  const known = options.map(({ letter }) => letter);
  if (!answer.letters.length || answer.letters.some((letter) => !known.includes(letter)))
    throw new Unreadable(answer.line, 'Não existe opção com esta letra.');
  return {
    kind: answer.letters.length > 1 ? 'multiple' : 'single',
    text: text.join('\n'),
    explanation: '',
    options: options.map((option) => ({
      text: option.text,
      correct: answer.letters.includes(option.letter),
    })),
  };
}

// GIFT: `::title:: text {=right ~wrong}` ---------------------------------------------------------

function readGift({ line, lines }: Block): PastedQuestion {
  const whole = lines.map(guarded).join('\n');
  const start = whole.indexOf('{');
  const end = whole.indexOf('}', start + 1);
  if (start < 0 || end < 0) throw new Unreadable(line, 'Falta fechar a chave }.');
  const lineOf = (at: number) => line + whole.slice(0, at).split('\n').length - 1;
  const after = whole.slice(end + 1).trim();
  const stem = whole
    .slice(0, start)
    .trim()
    .replace(/^::[^:]*::/, '')
    .replace(/^\[(?:html|plain|markdown|moodle)\]/i, '')
    .trim();
  // A gap in the middle of a sentence.
  const text = unescaped(after ? `${stem} _____ ${after}` : stem);
  if (!text) throw new Unreadable(line, 'Falta o texto da pergunta.');
  const [answers, explanation = ''] = splitBy(whole.slice(start + 1, end), '####');
  const body = answers!.trim();
  const given = unescaped(explanation.trim());

  const isTrue = /^(T|TRUE|V|VERDADEIRO)$/i.test(body.split('#')[0]!.trim());
  const isFalse = /^(F|FALSE|FALSO)$/i.test(body.split('#')[0]!.trim());
  if (isTrue || isFalse)
    return {
      kind: 'true_false',
      text,
      explanation: given,
      options: [
        { text: 'Verdadeiro', correct: isTrue },
        { text: 'Falso', correct: isFalse },
      ],
    };
  if (body.startsWith('#'))
    throw new Unreadable(lineOf(start), 'Perguntas com número não cabem aqui.');
  const options = optionsOf(body);
  if (!options.length)
    throw new Unreadable(lineOf(start), 'Entre chaves vai T, F, ou opções com = e ~.');
  if (options.some((option) => option.text.includes('->')))
    throw new Unreadable(lineOf(start), 'Perguntas de ligar não cabem aqui.');
  const right = options.filter(({ correct }) => correct).length;
  if (options.length === 1 || (right === options.length && !body.includes('%')))
    throw new Unreadable(lineOf(start), 'Perguntas de escrever a resposta não cabem aqui.');
  if (!right) throw new Unreadable(lineOf(start), 'Nenhuma opção está marcada como certa.');
  return { kind: right > 1 ? 'multiple' : 'single', text, explanation: given, options };
}

/** `=right`, `~wrong`, `~%50%partly`, each with a comment after `#`. */
function optionsOf(body: string): PastedQuestion['options'] {
  const options: PastedQuestion['options'] = [];
  let at = nextMark(body, 0);
  while (at >= 0 && at < body.length) {
    const next = nextMark(body, at + 1);
    const part = body.slice(at + 1, next < 0 ? undefined : next).trim();
    const weight = /^%(-?\d+(?:\.\d+)?)%/.exec(part);
    const said = splitBy(weight ? part.slice(weight[0].length) : part, '#')[0]!;
    options.push({
      text: unescaped(said.trim()),
      correct: weight ? Number(weight[1]) > 0 : body[at] === '=',
    });
    at = next;
  }
  return options.filter(({ text }) => text);
}

function nextMark(text: string, from: number) {
  for (let at = from; at < text.length; at += 1)
    if (text[at] === '=' || text[at] === '~') return at;
  return -1;
}

function splitBy(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** Characters that GIFT escapes by a backslash. `n` is a new line. */
const ESCAPED = '\\:#={}~n';
/** The first Unicode noncharacter. Each escaped character is replaced by one. */
const FIRST_STAND_IN = 0xfdd0;
const standIn = (sign: string) => String.fromCodePoint(FIRST_STAND_IN + ESCAPED.indexOf(sign));

/** Also the commands of TeX that begin as a new line of GIFT does. */
const ESCAPES =
  /\$\$|\\n(?:abla|atural|cong|e(?:arrow|g|q|xists)?|geq|gtr|i|leq|less|mid|ot(?:in)?|parallel|prec|sim|subset|subseteq|succ|supset|supseteq|u|warrow)(?![A-Za-z])|\\[\\:#={}~n()]/g;

/**
 * A line of GIFT in which stand-ins stand for the escaped signs, so that no mark is found in them. From
 * left to right, as Moodle does: `\\neq` is `\neq`. Teachers write `\neq` in a formula, which means it too.
 */
function guarded(line: string) {
  let inFormula = false;
  return line.replace(ESCAPES, (found) => {
    if (found === '$$' || found === '\\(' || found === '\\)') {
      inFormula = found === '$$' ? !inFormula : found === '\\(';
      return found;
    }
    if (found.length === 2) return standIn(found[1]!);
    return inFormula ? found : standIn('n') + found.slice(2);
  });
}

const unescaped = (text: string) =>
  text
    .replace(/[\ufdd0-\ufdd7]/g, (sign) => {
      const escaped = ESCAPED[sign.codePointAt(0)! - FIRST_STAND_IN]!;
      return escaped === 'n' ? '\n' : escaped;
    })
    .trim();
