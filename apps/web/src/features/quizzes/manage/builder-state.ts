import type {
  AskedQuestion,
  Profile,
  Question,
  QuestionKind,
  Questions,
  Quiz,
} from '@vitrine/contract/quizzes';
import type { PastedQuestion } from './parse-questions.ts';

export interface EditedOption {
  /** Names it on this page; the server's id for it stands in `ItemIds`. */
  key: string;
  text: string;
  correct: boolean;
  profile: string | null;
  weight: number;
}

export interface EditedQuestion {
  key: string;
  kind: QuestionKind;
  text: string;
  image: string | null;
  image_alt: string;
  explanation: string;
  weight: number;
  options: EditedOption[];
}

export interface EditedQuiz {
  questions: EditedQuestion[];
  profiles: Profile[];
}

/**
 * The ids that the server gave, by key. They stand outside of what is edited: a step back would
 * take them away, and the next save would make other questions of the same ones.
 */
export interface ItemIds {
  questions: Map<string, number>;
  options: Map<string, number>;
}

let count = 0;
const newKey = () => `new-${(count += 1)}`;

export const newOption = (text = '', correct = false): EditedOption => ({
  key: newKey(),
  text,
  correct,
  profile: null,
  weight: 1,
});

export const newQuestion = (kind: QuestionKind, words: readonly string[] = []): EditedQuestion => ({
  key: newKey(),
  kind,
  text: '',
  image: null,
  image_alt: '',
  explanation: '',
  weight: 1,
  options:
    kind === 'true_false' ? words.map((word) => newOption(word)) : [newOption(), newOption()],
});

export const fromPaste = ({ options, ...question }: PastedQuestion): EditedQuestion => ({
  ...newQuestion(question.kind),
  ...question,
  options: options.map(({ text, correct }) => newOption(text, correct)),
});

/** A copy gets keys of its own, and so ids of its own. */
export const duplicated = (question: EditedQuestion): EditedQuestion => ({
  ...question,
  key: newKey(),
  options: question.options.map((option) => ({ ...option, key: newKey() })),
});

export const edited = ({ questions, profiles }: Questions): EditedQuiz => ({
  questions: questions.map((question) => ({
    key: String(question.id),
    kind: question.kind,
    text: question.text,
    image: question.image ?? null,
    image_alt: question.image_alt ?? '',
    explanation: question.explanation ?? '',
    weight: question.weight,
    options: question.options.map((option) => ({
      key: String(option.id),
      text: option.text,
      correct: option.correct ?? false,
      profile: option.profile ?? null,
      weight: option.weight ?? 1,
    })),
  })),
  profiles,
});

export const idsOf = ({ questions }: Questions): ItemIds => ({
  questions: new Map(questions.map(({ id }) => [String(id), id])),
  options: new Map(questions.flatMap(({ options }) => options.map(({ id }) => [String(id), id]))),
});

/** What the server takes: a question without a text and an option without one wait for it. */
export function sendable({ questions, profiles }: EditedQuiz) {
  const named = profiles.filter(({ title }) => title.trim());
  const keys = new Set(named.map(({ key }) => key));
  const sent = questions
    .filter(({ text }) => text.trim())
    .map((question) => ({ question, options: question.options.filter(({ text }) => text.trim()) }))
    .filter(({ question, options }) => question.kind !== 'true_false' || options.length === 2);
  return {
    sent,
    body: {
      questions: sent.map(({ question: { key: _, ...question }, options }) => ({
        ...question,
        options: options.map(({ key: __, ...option }) => ({
          ...option,
          profile: option.profile && keys.has(option.profile) ? option.profile : null,
        })),
      })),
      profiles: named,
    },
  };
}

type Sendable = ReturnType<typeof sendable>;

/** The body of a save: what stands already keeps its ids. */
export const withIds = ({ sent, body }: Sendable, ids: ItemIds): Sendable['body'] => ({
  ...body,
  questions: body.questions.map((question, at) => ({
    ...question,
    id: ids.questions.get(sent[at]!.question.key),
    options: question.options.map((option, index) => ({
      ...option,
      id: ids.options.get(sent[at]!.options[index]!.key),
    })),
  })),
});

/** Takes over the ids that the server gave. */
export function keepIds(ids: ItemIds, sent: Sendable['sent'], saved: Question[]) {
  for (const [at, { question, options }] of sent.entries()) {
    ids.questions.set(question.key, saved[at]!.id);
    for (const [index, { key }] of options.entries())
      ids.options.set(key, saved[at]!.options[index]!.id);
  }
}

/**
 * The question as students get it. Formulas and new pictures are shown from the last save on:
 * `served` is what it answered.
 */
export function asked(question: EditedQuestion, served: Questions): AskedQuestion {
  const html = new Map(
    served.questions.flatMap((one) => [
      [one.text, one.text_html] as const,
      ...one.options.map((option) => [option.text, option.text_html] as const),
    ]),
  );
  const picture = served.questions.find(({ image }) => pathOf(image) === pathOf(question.image));
  const { kind, text, image, image_alt, weight, options } = question;
  return {
    id: 0,
    kind,
    text,
    text_html: html.get(text.trim()) ?? null,
    image: image && (picture?.image ?? image),
    image_alt,
    weight,
    options: options
      .filter((option) => option.text.trim())
      .map((option, index) => ({
        id: index,
        text: option.text,
        text_html: html.get(option.text.trim()) ?? null,
      })),
  };
}

/** An answer carries a picture by an address with a signature; its path stays. */
export const pathOf = (address: string | null | undefined) =>
  address ? address.replace(/\?.*$/, '') : null;

/** What would embarrass in front of students, in one sentence; null where nothing does. */
export function warningOf(question: EditedQuestion, type: Quiz['type']): string | null {
  const { text, options, kind } = question;
  const written = options.filter((option) => option.text.trim());
  const texts = written.map((option) => option.text.trim().toLowerCase());
  if (!text.trim()) return 'Sem texto';
  if (written.length < 2) return 'Menos de duas opções';
  if (new Set(texts).size !== texts.length) return 'Duas opções iguais';
  if (type === 'comportamental')
    return written.every((option) => !option.profile) ? 'Nenhuma opção leva a um perfil' : null;
  const right = written.filter(({ correct }) => correct).length;
  if (!right) return 'Sem resposta certa';
  return kind === 'multiple' && right === written.length ? 'Todas as opções são certas' : null;
}

/**
 * The most that a student reaches, in whole percent: a question without a right answer is never
 * right. Null while there is nothing to reach.
 */
export function mostReachable({ questions }: EditedQuiz): number | null {
  const points = (list: EditedQuestion[]) => list.reduce((sum, { weight }) => sum + weight, 0);
  const asked = questions.filter(({ text }) => text.trim());
  if (!asked.length) return null;
  const total = points(asked);
  const answerable = asked.filter(({ options }) =>
    options.some(({ correct, text }) => correct && text.trim()),
  );
  return total > 0 ? Math.floor((points(answerable) / total) * 100) : 0;
}

/** Profiles that no answer leads to. */
export const unreachable = ({ questions, profiles }: EditedQuiz) =>
  profiles.filter(
    ({ key }) =>
      !questions.some(({ options }) =>
        options.some((option) => option.profile === key && option.weight > 0),
      ),
  );
