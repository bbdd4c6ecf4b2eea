import {
  checkLimits,
  MAX_MENDS,
  Unreadable,
  type Block,
  type Mend,
  type QuestionRead,
} from './pasted-question.ts';

// Aiken: the text, options `A) …` or `A. …`, and `ANSWER: A`.

const ANSWER = /^(?:ANSWER|RESPOSTA|RESPUESTA)\s*:\s*(.*)$/i;
/** A full stop needs a space behind it: `A.C. Milan` is text. */
const OPTION = /^(\p{L})\s*(?:\)|\.(?=\s|$))\s*(.*)$/u;

/** 'A. f/2' or 'b) f/16'. */
export const isOption = (line: string) => OPTION.test(line);
/** 'ANSWER: B'. */
export const isAnswer = (line: string) => ANSWER.test(line);

interface LetteredOption {
  letter: string;
  text: string;
  line: number;
}

/** Reads a block of Aiken. */
export function readAiken({ line: from, lines }: Block): QuestionRead {
  const text: string[] = [];
  const options: LetteredOption[] = [];
  let answer: { given: string; line: number; raw: string } | null = null;
  for (const [index, { text: written, raw, line }] of lines.entries()) {
    const option = OPTION.exec(written);
    const right = ANSWER.exec(written);
    if (right) answer = { given: right[1]!, line, raw };
    else if (option && (text.length || !isTextLikeOption(lines, index)))
      options.push({ letter: option[1]!.toUpperCase(), text: option[2]!, line });
    else if (options.length) options.at(-1)!.text = `${options.at(-1)!.text} ${written}`.trim();
    else text.push(written);
  }
  if (answer && !options.length && !text.length)
    throw new Unreadable({
      line: answer.line,
      reason: { text: 'Esta resposta não tem pergunta.' },
    });
  if (!options.length)
    throw new Unreadable({
      line: from,
      reason: { text: 'Nenhuma opção encontrada.' },
      detail: { text: 'Escreva A) antes de cada opção, ou as respostas entre chaves.' },
    });
  if (!text.length)
    throw new Unreadable({ line: from, reason: { text: 'Falta o texto da pergunta.' } });
  checkOptions(options);
  if (!answer) throw withoutAnswer(lines.at(-1)!, options);
  const letters = lettersOf(answer, options);
  const question = {
    kind: letters.length > 1 ? ('multiple' as const) : ('single' as const),
    text: text.join('\n'),
    explanation: '',
    options: options.map((option) => ({
      text: option.text,
      correct: letters.includes(option.letter),
    })),
  };
  checkLimits(question, from);
  return { question, lost: [] };
}

/** A text such as `A. Lincoln nasceu onde?` or `E. coli é o quê?`: its options begin with A after it. */
function isTextLikeOption(lines: Block['lines'], index: number) {
  const letterOf = (at: number) => OPTION.exec(lines[at]?.text ?? '')?.[1]?.toUpperCase();
  return index === 0 && (letterOf(0) === letterOf(1) || letterOf(1) === 'A');
}

function checkOptions(options: LetteredOption[]) {
  for (const [index, { letter, text, line }] of options.entries()) {
    if (options.findIndex((option) => option.letter === letter) < index)
      throw new Unreadable({
        line,
        reason: { text: 'Duas opções têm a letra {{letter}}.', values: { letter } },
        detail: { text: 'Se é outra pergunta, falta a linha ANSWER: antes dela.' },
        word: letter,
      });
    if (!text)
      throw new Unreadable({
        line,
        reason: { text: 'A opção {{letter}} não tem texto.', values: { letter } },
      });
  }
}

function withoutAnswer({ line, raw }: Block['lines'][number], options: LetteredOption[]) {
  return new Unreadable({
    line,
    reason: { text: 'Falta a linha ANSWER: com a letra certa.' },
    mends: options.slice(0, MAX_MENDS).map(({ letter }) => ({
      label: { text: 'Marcar {{letter}}', values: { letter } },
      line,
      text: `${raw}\nANSWER: ${letter}`,
    })),
  });
}

/** Teachers also write `a`, `A, C`, `A e C`, `AC` and `A) the option's text`. */
function lettersOf(
  { given, line, raw }: { given: string; line: number; raw: string },
  options: LetteredOption[],
): string[] {
  const known = options.map(({ letter }) => letter);
  const mark = (letter: string): Mend => ({
    label: { text: 'Marcar {{letter}}', values: { letter } },
    line,
    text: raw.replace(/:.*$/, `: ${letter}`),
  });
  if (!given)
    throw new Unreadable({
      line,
      reason: { text: 'Falta a letra certa depois de ANSWER:.' },
      mends: known.slice(0, MAX_MENDS).map(mark),
    });
  const withText = OPTION.exec(given);
  const named = options.find(({ letter }) => letter === withText?.[1]?.toUpperCase());
  if (named && withText![2]!.toLowerCase() === named.text.toLowerCase()) return [named.letter];
  const words = given.replaceAll(/\s+(?:e|y|and)\s+/g, ',').split(/[\s,;/&+]+/);
  const letters = words.filter(Boolean).flatMap((word) => {
    const one = word.replace(/[).]$/, '').toUpperCase();
    // `AC`: letters one after the other, all of them options.
    const each = [...one];
    if (
      each.length > 1 &&
      each.length <= known.length &&
      each.every((sign) => known.includes(sign))
    )
      return each;
    return [one];
  });
  const strange = letters.find((letter) => !known.includes(letter));
  if (strange === undefined && letters.length) return [...new Set(letters)];
  const same = options.find(({ text }) => text.toLowerCase() === given.toLowerCase());
  if (same) return [same.letter];
  if ([...(strange ?? '')].length > 1)
    throw new Unreadable({
      line,
      reason: { text: 'Depois de ANSWER: vai só a letra certa.' },
      word: given,
      mends: (known.includes(letters[0]!) ? [letters[0]!] : known.slice(0, MAX_MENDS)).map(mark),
    });
  throw new Unreadable({
    line,
    reason: { text: 'Não existe resposta {{letter}}.', values: { letter: strange ?? given } },
    detail: {
      text: 'Esta pergunta vai de {{first}} a {{last}}.',
      values: { first: known[0]!, last: known.at(-1)! },
    },
    word: given,
    mends: [mark(letters.map((letter) => nearest(letter, known)).join(', ') || known[0]!)],
  });
}

/** The option whose letter stands next to the one written. */
const nearest = (letter: string, known: string[]) =>
  known.toSorted((one, other) => distance(letter, one) - distance(letter, other))[0]!;
const distance = (one: string, other: string) =>
  Math.abs((one.codePointAt(0) ?? 0) - other.codePointAt(0)!);
