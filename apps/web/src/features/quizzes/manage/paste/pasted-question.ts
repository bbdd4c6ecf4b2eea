import { limits, type QuestionKind } from '@vitrine/contract/quizzes';
import { isTooLong } from '../too-long.ts';

/** A question read from pasted text. */
export interface PastedQuestion {
  kind: QuestionKind;
  text: string;
  explanation: string;
  options: { text: string; correct: boolean }[];
}

/** A Portuguese text for `t`, with its values. */
export interface Sentence {
  text: string;
  values?: Record<string, string | number>;
}

/** A change of one line that makes its question readable. */
export interface Mend {
  label: Sentence;
  /** The line, counted from 1. */
  line: number;
  /** The line's new text. It may be several lines. */
  text: string;
}

interface Fault {
  /** The faulty line, counted from 1. */
  line: number;
  reason: Sentence;
  detail?: Sentence;
  /** The faulty word in the line. */
  word?: string;
  mends?: Mend[];
}

/** A fault, with the lines of its question. */
export interface PasteError extends Fault {
  from: number;
  to: number;
}

/** A question with the parts that are not read as such. */
export interface QuestionRead {
  question: PastedQuestion;
  /** Parts of the text that questions here cannot hold. */
  lost: Sentence[];
}

/** Lines that belong together, and the number of the first one. */
export interface Block {
  /** The line that the block begins with, counted from 1. */
  line: number;
  /** Its lines without spaces around them. */
  lines: { line: number; text: string; raw: string }[];
  /** True for a whole question of Aiken: its braces are text. */
  aiken: boolean;
}

/** Maximum number of mends of a fault. No more buttons find room beside the reason. */
export const MAX_MENDS = 5;

/** Ends the reading of a block. The fault names the line, the word, the reason and a mend. */
export class Unreadable extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.reason.text);
    this.fault = fault;
  }
}

/** Refuses a question that could not be saved. */
export function checkLimits({ text, explanation, options }: PastedQuestion, line: number) {
  const refuse = (reason: Sentence) => new Unreadable({ line, reason });
  const tooLong = (text: string, max: number) => refuse({ text, values: { max } });
  if (options.length < 2) throw refuse({ text: 'Uma pergunta tem pelo menos duas opções.' });
  if (options.length > limits.options)
    throw tooLong('Uma pergunta tem no máximo {{max}} opções.', limits.options);
  if (isTooLong(text, limits.text))
    throw tooLong('O texto da pergunta passa de {{max}} caracteres.', limits.text);
  if (isTooLong(explanation, limits.explanation))
    throw tooLong('A explicação passa de {{max}} caracteres.', limits.explanation);
  if (options.some((option) => isTooLong(option.text, limits.optionText)))
    throw tooLong('Uma opção passa de {{max}} caracteres.', limits.optionText);
}
