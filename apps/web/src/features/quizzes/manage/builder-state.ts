import { questionFault } from '@vitrine/contract/quiz-faults';
import {
  limits,
  type AskedQuestion,
  type Profile,
  type Question,
  type QuestionKind,
  type Questions,
  type Quiz,
} from '@vitrine/contract/quizzes';
import { wholeScore } from '../quiz-facts.ts';
import type { PastedQuestion } from './paste/pasted-question.ts';
import { isTooLong } from './too-long.ts';

/** An option as the builder edits it: all fields are filled, those of the other quiz type too. */
export interface EditedOption {
  /** Key on this page. `ItemIds` maps it to the server's id. */
  key: string;
  text: string;
  correct: boolean;
  profile: string | null;
  weight: number;
}

/** A question as the builder edits it. Texts may be blank until it is sent (`sendable`). */
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

/** The state that an undo restores and a save sends. */
export interface EditedQuiz {
  questions: EditedQuestion[];
  profiles: Profile[];
}

/**
 * The server's ids by key. They are no part of the edited state: an undo would drop them, and the
 * next save would add the same questions again.
 */
export interface ItemIds {
  questions: Map<string, number>;
  options: Map<string, number>;
}

let count = 0;
const newKey = () => `new-${(count += 1)}`;

/** An option with a key of its own and the weight 1, which no server id belongs to yet. */
export const newOption = (text = '', correct = false): EditedOption => ({
  key: newKey(),
  text,
  correct,
  profile: null,
  weight: 1,
});

/** A question with two blank options. */
export const newQuestion = (kind: QuestionKind): EditedQuestion => ({
  key: newKey(),
  kind,
  text: '',
  image: null,
  image_alt: '',
  explanation: '',
  weight: 1,
  options: [newOption(), newOption()],
});

/** A pasted question with keys of its own. */
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

/** The server's questions with their ids as keys. */
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

/** The quiz without a profile. Options that led to it lead to none, as a save would make them. */
export const withoutProfile = ({ questions, profiles }: EditedQuiz, key: string): EditedQuiz => ({
  questions: questions.map((question) => ({
    ...question,
    options: question.options.map((option) =>
      option.profile === key ? { ...option, profile: null } : option,
    ),
  })),
  profiles: profiles.filter((profile) => profile.key !== key),
});

/** The ids that the server gave, by the keys of `edited`. */
export const idsOf = (read: Questions) =>
  addIds({ questions: new Map(), options: new Map() }, read);

/** Adds the ids of these questions. Ids of removed ones stay, for an undo. */
export function addIds(ids: ItemIds, { questions }: Questions): ItemIds {
  for (const { id, options } of questions) {
    ids.questions.set(String(id), id);
    for (const option of options) ids.options.set(String(option.id), option.id);
  }
  return ids;
}

/** The part that can be saved. Questions and options without text are left out. */
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

type QuestionTexts = Pick<EditedQuestion, 'text' | 'image_alt' | 'explanation'> & {
  options: readonly { text: string }[];
};

const hasTooLongText = ({ text, image_alt, explanation, options }: QuestionTexts) =>
  isTooLong(text, limits.text) ||
  isTooLong(image_alt, limits.imageAlt) ||
  isTooLong(explanation, limits.explanation) ||
  options.some((option) => isTooLong(option.text, limits.optionText));

/** Whether a text of a save is too long. The server would refuse the whole save. */
export const hasTooLongTexts = ({ questions, profiles }: Sendable['body']) =>
  questions.some(hasTooLongText) ||
  profiles.some(
    ({ title, description }) =>
      isTooLong(title, limits.profileTitle) || isTooLong(description, limits.profileDescription),
  );

/** The first fault of a question, for its row: no quiz with one is published. Null without one. */
export const faultOf = (question: EditedQuestion, type: Quiz['type']) =>
  hasTooLongText(question) ? 'Um texto é longo demais' : questionFault(question, type);

/** The part of a quiz that is sent, and the questions that it was made of. */
export type Sendable = ReturnType<typeof sendable>;

/** The body of a save, with the ids of existing items. */
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
 * The question as students get it. `served` is the answer of the last save, with formulas and
 * images.
 */
export function askedQuestion(question: EditedQuestion, served: Questions): AskedQuestion {
  const html = new Map(
    served.questions.flatMap((one) => [
      [one.text, one.text_html] as const,
      ...one.options.map((option) => [option.text, option.text_html] as const),
    ]),
  );
  const servedQuestion = served.questions.find(
    ({ image }) => pathOf(image) === pathOf(question.image),
  );
  const { kind, text, image, image_alt, weight, options } = question;
  return {
    id: 0,
    kind,
    text,
    text_html: html.get(text.trim()) ?? null,
    image: image && (servedQuestion?.image ?? image),
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

/** The right options, by their ids in `askedQuestion`. */
export const rightOf = ({ options }: EditedQuestion) =>
  options
    .filter(({ text }) => text.trim())
    .flatMap(({ correct }, index) => (correct ? [index] : []));

/**
 * The quiz with its questions and options in the order of `before`. Items that came since stay at
 * the end.
 */
export function inOrderOf(quiz: EditedQuiz, before: EditedQuiz): EditedQuiz {
  const options = new Map(before.questions.map((one) => [one.key, one.options]));
  return {
    ...quiz,
    questions: sortedLike(quiz.questions, before.questions).map((question) => ({
      ...question,
      options: sortedLike(question.options, options.get(question.key) ?? []),
    })),
  };
}

function sortedLike<Item extends { key: string }>(items: Item[], before: readonly Item[]) {
  const places = new Map(before.map(({ key }, place) => [key, place]));
  const placeOf = ({ key }: Item) => places.get(key) ?? items.length + before.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The path of an image's signed address. */
export const pathOf = (address: string | null | undefined) =>
  address ? address.replace(/\?.*$/, '') : null;

/**
 * The maximum score in whole percent. A question without a right answer scores nothing. Null
 * without questions.
 */
export function reachablePercent({ questions }: EditedQuiz): number | null {
  const points = (list: EditedQuestion[]) => list.reduce((sum, { weight }) => sum + weight, 0);
  const written = questions.filter(({ text }) => text.trim());
  if (!written.length) return null;
  const total = points(written);
  const answerable = written.filter(({ options }) =>
    options.some(({ correct, text }) => correct && text.trim()),
  );
  return total > 0 ? wholeScore((points(answerable) * 100) / total) : 0;
}

/** Profiles that no answer leads to. */
export const unreachable = ({ questions, profiles }: EditedQuiz) =>
  profiles.filter(
    ({ key }) =>
      !questions.some(({ options }) =>
        options.some((option) => option.profile === key && option.weight > 0),
      ),
  );
