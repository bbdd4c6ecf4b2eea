import { guarded, unescaped } from './gift-escapes.ts';
import {
  checkLimits,
  MAX_MENDS,
  Unreadable,
  type Block,
  type Mend,
  type PastedQuestion,
  type QuestionRead,
  type Sentence,
} from './pasted-question.ts';

// GIFT: `::title:: text {=right ~wrong}`.

const TRUE = /^(?:T|TRUE|V|VERDADEIRO)$/i;
const FALSE = /^(?:F|FALSE|FALSO)$/i;
/** Braces that hold answers of GIFT. A set such as `{1, 2}` holds none. */
const GIFT_ANSWERS = /\{\s*(?:[=~#]|$|(?:T|TRUE|V|VERDADEIRO|F|FALSE|FALSO)\s*[#}])/i;

/**
 * Whether the line holds the answers of a question. Guard its escapes first (`gift-escapes.ts`).
 */
export const hasAnswers = (guardedLine: string) => GIFT_ANSWERS.test(guardedLine);

/** Reads a block of GIFT. */
export function readGift(block: Block): QuestionRead {
  const { line: from, lines } = block;
  const whole = lines.map(({ text }) => guarded(text)).join('\n');
  const start = whole.indexOf('{');
  const end = whole.indexOf('}', start + 1);
  const last = lines.at(-1)!;
  const braceLine = lines[whole.slice(0, start).split('\n').length - 1]!;
  const at = braceLine.line;
  if (end < 0)
    throw new Unreadable({
      line: at,
      reason: { text: 'Falta fechar a chave }.' },
      word: '{',
      mends: [{ label: { text: 'Fechar a chave' }, line: last.line, text: `${last.raw}}` }],
    });
  const after = whole.slice(end + 1).trim();
  if (/[{}]/.test(after))
    throw new Unreadable({
      line: last.line,
      reason: { text: 'Uma pergunta tem um só par de chaves.' },
      detail: { text: 'Se são duas perguntas, separe-as por uma linha.' },
    });
  const lost: Sentence[] = [];
  const [before, format] = stemOf(whole.slice(0, start), lost);
  // A gap in the middle of a sentence.
  const stem = after ? `${before.trim()} _____ ${after}` : before;
  const text = plainText(stem, format, lost);
  if (!text) throw new Unreadable({ line: at, reason: { text: 'Falta o texto da pergunta.' } });
  const answers = answersOf(whole.slice(start + 1, end), lost, { block, braceLine, start, format });
  const question: PastedQuestion = { ...answers, text };
  checkLimits(question, from);
  return { question, lost };
}

type Format = 'html' | 'text';

/** The text of the question after its title, and its format. */
function stemOf(before: string, lost: Sentence[]): [string, Format] {
  const [, title, rest] = /^\s*::(.*?)::(.*)$/s.exec(before) ?? [null, '', before];
  if (title!.trim())
    lost.push({ text: 'O título “{{title}}” fica de fora.', values: { title: unescaped(title!) } });
  return formatOf(rest!, 'text');
}

const FORMAT = /^\s*\[(html|plain|markdown|moodle)\]/i;

function formatOf(text: string, inherited: Format): [string, Format] {
  const found = FORMAT.exec(text);
  if (!found) return [text, inherited];
  return [text.slice(found[0].length), found[1]!.toLowerCase() === 'html' ? 'html' : 'text'];
}

/** The text as students read it. Moodle exports HTML, and questions here are plain text. */
function plainText(written: string, inherited: Format, lost: Sentence[]) {
  const [source, format] = formatOf(written, inherited);
  const text = unescaped(source);
  if (format === 'text') return text;
  const { body } = new DOMParser().parseFromString(
    text.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h\d)>/gi, '\n'),
    'text/html',
  );
  if (body.querySelector('img, video, audio, iframe') && !lost.some(isMedia)) lost.push(media);
  return body.textContent.replaceAll(/[ \t]*\n\s*/g, '\n').trim();
}

const media: Sentence = { text: 'Imagens e vídeos do texto ficam de fora.' };
const isMedia = (sentence: Sentence) => sentence === media;

interface Place {
  block: Block;
  /** The line of the opening brace, and its place in the whole text. */
  braceLine: Block['lines'][number];
  start: number;
  format: Format;
}

function answersOf(inBraces: string, lost: Sentence[], place: Place): Omit<PastedQuestion, 'text'> {
  const [answers, general = ''] = splitBy(inBraces, '####');
  const body = answers!.trim();
  if (!body) throw unreadable(place, 'Perguntas dissertativas não cabem aqui.', { word: '{' });
  if (body.startsWith('#'))
    throw unreadable(place, 'Perguntas com número não cabem aqui.', { word: '{' });

  const plain = (text: string) => plainText(text, place.format, lost);
  const explanation = plain(general);
  const [word, ...comments] = body.split('#').map(plain);
  const isTrue = TRUE.test(word!);
  if (isTrue || FALSE.test(word!)) {
    // The first comment is for who answers wrong, the second one for who is right.
    const [wrong = '', right = ''] = comments;
    return {
      kind: 'true_false',
      explanation: explanationOf(explanation, right || wrong, right ? [wrong] : [], lost),
      options: [
        { text: 'Verdadeiro', correct: isTrue },
        { text: 'Falso', correct: !isTrue },
      ],
    };
  }
  refuseTextBeforeOptions(body, place);
  const options = optionsOf(body, plain);
  refuseOtherKinds(options, place);
  return choiceOf(options, { inBraces, explanation, lost, place });
}

interface Refusal {
  detail?: Sentence;
  word?: string;
  mends?: Mend[];
}

const unreadable = ({ braceLine: { line } }: Place, reason: string, refusal: Refusal = {}) =>
  new Unreadable({ line, reason: { text: reason }, ...refusal });

function refuseTextBeforeOptions(body: string, place: Place) {
  const first = nextMark(body, 0);
  const stray = unescaped(first < 0 ? body : body.slice(0, first));
  if (first >= 0 && !stray) return;
  const { line, raw } = place.braceLine;
  const found = {
    detail: { text: 'Está escrito “{{word}}”.', values: { word: stray } },
    word: stray.split('\n')[0]!,
  };
  if (first >= 0) throw unreadable(place, 'Antes da primeira opção vai = ou ~.', found);
  throw unreadable(place, 'Entre chaves vai T ou F, ou opções com = e ~.', {
    ...found,
    mends: trueOrFalse(stray).map((sign) => ({
      label: { text: 'Trocar por {{sign}}', values: { sign } },
      line,
      text: raw.replace(/\{[^{}]*\}/, `{${sign}}`),
    })),
  });
}

/** Refuses the kinds of GIFT that a quiz does not have, and blank options. */
function refuseOtherKinds(options: GiftOption[], place: Place) {
  if (options.every(({ mark, text }) => mark === '=' && text.includes('->')))
    throw unreadable(place, 'Perguntas de ligar não cabem aqui.', { word: '->' });
  if (options.every(({ mark }) => mark === '='))
    throw unreadable(place, 'Perguntas de escrever a resposta não cabem aqui.', {
      detail: { text: 'Ponha ~ antes de cada opção errada.' },
    });
  if (options.some(({ text }) => !text)) throw unreadable(place, 'Uma opção não tem texto.');
}

interface ChoiceContext {
  inBraces: string;
  /** The comment on the whole question. */
  explanation: string;
  lost: Sentence[];
  place: Place;
}

/** A question with one right option or several. */
function choiceOf(
  options: GiftOption[],
  { inBraces, explanation, lost, place }: ChoiceContext,
): Omit<PastedQuestion, 'text'> {
  // With one right answer, weights give a part of the points. Without it, they mark the right ones.
  const hasRight = options.some(({ mark }) => mark === '=');
  const marked = options.map((option) => ({
    ...option,
    correct: hasRight ? option.mark === '=' : (option.weight ?? 0) > 0,
  }));
  const right = marked.filter(({ correct }) => correct);
  if (!right.length)
    throw unreadable(place, 'Nenhuma opção está marcada como certa.', {
      mends: markRight(place, inBraces, options),
    });
  if (hasRight ? options.some(({ mark, weight }) => mark === '~' && weight) : !evenWeights(options))
    lost.push({ text: 'Os pesos das opções ficam de fora: vale o conjunto exato.' });
  const ownComments = right.map(({ comment }) => comment).filter(Boolean);
  const others = marked.filter(({ correct }) => !correct).map(({ comment }) => comment);
  return {
    kind: right.length > 1 ? 'multiple' : 'single',
    explanation: explanationOf(
      explanation,
      ownComments[0] ?? '',
      [...ownComments.slice(1), ...others],
      lost,
    ),
    options: marked.map(({ text, correct }) => ({ text, correct })),
  };
}

/** One explanation a question: the general one, else that of the right answer. */
function explanationOf(general: string, right: string, others: string[], lost: Sentence[]) {
  const feedback = general || right;
  const dropped = [right, ...others].filter((text) => text && text !== feedback);
  if (dropped.length)
    lost.push({
      text: 'O comentário “{{text}}” fica de fora.|Os comentários das opções ficam de fora: {{text}}.',
      values: { count: dropped.length, text: dropped.join(' · ') },
    });
  return feedback;
}

interface GiftOption {
  mark: string;
  text: string;
  comment: string;
  weight: number | null;
  /** The place of its mark in the text between the braces. */
  at: number;
}

/** `=right`, `~wrong`, `~%50%partly`, each with a comment after `#`. */
function optionsOf(body: string, plain: (text: string) => string): GiftOption[] {
  const options: GiftOption[] = [];
  let at = nextMark(body, 0);
  while (at >= 0) {
    const next = nextMark(body, at + 1);
    const part = body.slice(at + 1, next < 0 ? undefined : next).trim();
    const weight = /^%(-?\d+(?:[.,]\d+)?)%/.exec(part);
    const [text, comment] = splitBy(weight ? part.slice(weight[0].length) : part, '#');
    options.push({
      mark: body[at]!,
      // `C#` is a text: no comment follows.
      text: plain(comment === '' ? `${text}#` : text!),
      comment: plain(comment ?? ''),
      weight: weight && Number(weight[1]!.replace(',', '.')),
      at,
    });
    at = next;
  }
  return options;
}

/** All right answers weigh the same, and no wrong one takes a part away: the exact set says as much. */
function evenWeights(options: GiftOption[]) {
  const right = options.flatMap(({ weight }) => (weight && weight > 0 ? [weight] : []));
  const wrong = options.filter(({ weight }) => !weight || weight <= 0);
  return (
    Math.max(...right) - Math.min(...right) < 0.01 &&
    wrong.every(({ weight }) => !weight || weight === -100)
  );
}

const TRUE_WORDS = /^(?:v|t|s|c|y|ok)/i;
const FALSE_WORDS = /^(?:f|n|e|inc|inv|m)/i;

/** The meanings of a word between the braces. */
function trueOrFalse(word: string) {
  if (word.includes('\n')) return [];
  if (TRUE_WORDS.test(word)) return ['T'];
  return FALSE_WORDS.test(word) ? ['F'] : ['T', 'F'];
}

/** A button for each option. None in lines with escaped signs, whose places are not known. */
function markRight({ block, start }: Place, inBraces: string, options: GiftOption[]): Mend[] {
  const { lines } = block;
  if (lines.some(({ text }) => guarded(text).length !== text.length)) return [];
  const indent = inBraces.length - inBraces.trimStart().length;
  const whole = lines.map(({ text }) => text).join('\n');
  return options.slice(0, MAX_MENDS).map((option) => {
    const before = whole.slice(0, start + 1 + indent + option.at).split('\n');
    const { line, raw, text } = lines[before.length - 1]!;
    const column = before.at(-1)!.length + raw.indexOf(text);
    return {
      label: { text: 'Marcar “{{option}}”', values: { option: option.text.slice(0, 20) } },
      line,
      text: `${raw.slice(0, column)}=${raw.slice(column + 1).replace(/^\s*%[^%]*%/, '')}`,
    };
  });
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
