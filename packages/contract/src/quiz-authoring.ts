import * as z from 'zod/mini';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  maxCharacters,
  message,
  requiredText,
  route,
  trimmedText,
  triple,
} from './core.ts';
import { messages as common } from './messages.ts';
import { quizLimits, quizMessages } from './quiz-limits.ts';
import { image, patchOf, version, wholeNumber } from './settings-values.ts';

// An admin writes a quiz, its questions and its profiles.

/** The types of a quiz, with their names on the wire (A section 3). */
export const quizType = {
  /** Its questions have right answers. */
  scored: 'comun',
  /** Its options lead to profiles. */
  behavioural: 'comportamental',
} as const;
/** A value of `quizType`. */
export type QuizType = (typeof quizType)[keyof typeof quizType];
/** See `QuestionKind`. */
export const questionKinds = ['single', 'multiple', 'true_false'] as const;
/** One right option, several of them, or true and false (contract, Quizzes). */
export type QuestionKind = (typeof questionKinds)[number];
/** When a student sees the right answers: never, after each hand-in, or after the last attempt. */
export const reviewModes = ['never', 'finished', 'last'] as const;

// Input -----------------------------------------------------------------------------------------

/**
 * A section 9: `hours:minutes:seconds`. An empty part is 0. If all parts are empty or 0, the quiz
 * has no time limit. The database stores two digits per part.
 */
const timeLimit = z.pipe(
  z.pipe(
    z.nullable(z.string(quizMessages.timeLimit).check(z.trim())),
    z.transform((text) => (text === null || text === '' ? null : normalTime(text))),
  ),
  z.nullable(
    z
      .string(quizMessages.timeLimit)
      .check(z.refine((text: string) => text !== NO_TIME, quizMessages.timeLimit)),
  ),
);
const NO_TIME = '00:00:00';

/** '1:5:' gives '01:05:00'. A text that is no time gives '00:00:00', which the check refuses. */
function normalTime(text: string) {
  const parts = /^(\d{0,2}):(\d{0,2}):(\d{0,2})$/.exec(text)?.slice(1);
  if (!parts || Number(parts[1]) > 59 || Number(parts[2]) > 59) return NO_TIME;
  return parts.map((part) => part.padStart(2, '0')).join(':');
}

/** The seconds of a stored time limit. */
export const timeLimitSeconds = (text: string) =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

const type = z.enum(quizType, common.invalid);
/** In percent. */
const goal = wholeNumber(0, 100);

const quizFields = {
  name: requiredText(quizLimits.name, common.required, quizMessages.nameTooLong),
  /** 'finished' by default. The calls of A section 7 do not send it. */
  review: z.optional(z.enum(reviewModes, common.invalid)),
  /** The products that open a quiz outside of courses; empty opens it to everybody. */
  product_ids: z.optional(ids),
  version,
};

/** A section 7 and A section 3, Quiz. `repeat` allows more than one attempt. */
export const QuizInput = body({
  ...quizFields,
  type: z._default(type, quizType.scored),
  goal: z._default(goal, 70),
  published: z._default(flag, false),
  repeat: z._default(flag, false),
  stopwatch: z._default(flag, false),
  time_limit: z._default(timeLimit, null),
});
export type QuizInput = z.output<typeof QuizInput>;

/** The same body for a saved quiz. A missing field keeps its value. */
export const QuizChange = body({
  ...quizFields,
  ...patchOf({ type, goal, published: flag, repeat: flag, stopwatch: flag, time_limit: timeLimit }),
});
export type QuizChange = z.output<typeof QuizChange>;

const weight = z.number().check(z.gte(quizLimits.weight[0]), z.lte(quizLimits.weight[1]));

const OptionInput = z.object({
  /** The id of an existing option. The server gives new options an id. */
  id: z.optional(id),
  text: requiredText(quizLimits.optionText, common.required, quizMessages.optionTooLong),
  correct: z.optional(z.boolean()),
  profile: z.optional(
    z.nullable(
      z.string().check(maxCharacters(quizLimits.profileKey, quizMessages.profileKeyTooLong)),
    ),
  ),
  weight: z.optional(z.nullable(weight)),
});

const QuestionInput = z
  .object({
    id: z.optional(id),
    kind: z.enum(questionKinds, common.invalid),
    text: requiredText(quizLimits.text, common.required, quizMessages.questionTooLong),
    image: z.optional(image),
    image_alt: z.optional(
      z.nullable(trimmedText(quizLimits.imageAlt, quizMessages.imageAltTooLong)),
    ),
    explanation: z.optional(
      z.nullable(trimmedText(quizLimits.explanation, quizMessages.explanationTooLong)),
    ),
    weight: z._default(weight, 1),
    options: z.array(OptionInput).check(z.maxLength(quizLimits.options)),
  })
  .check(
    z.refine(
      ({ kind, options }) =>
        kind === 'multiple' || options.filter(({ correct }) => correct).length <= 1,
      { error: quizMessages.twoRight, path: ['options'] },
    ),
    z.refine(({ kind, options }) => kind !== 'true_false' || options.length === 2, {
      error: quizMessages.trueFalse,
      path: ['options'],
    }),
  );
/** A question with its right answers. Without an id it is a new one. */
export type QuestionInput = z.output<typeof QuestionInput>;

const profile = {
  key: requiredText(quizLimits.profileKey, common.required, quizMessages.profileKeyTooLong),
  title: requiredText(quizLimits.profileTitle, common.required, quizMessages.profileTitleTooLong),
  description: z._default(
    trimmedText(quizLimits.profileDescription, quizMessages.profileDescriptionTooLong),
    '',
  ),
};
const ProfileInput = z.object({
  ...profile,
  image: z.optional(image),
  /** The courses that fit the profile, in their order. An unknown one is left out. */
  course_ids: z.optional(ids.check(z.maxLength(quizLimits.profileCourses))),
});

const unique = (values: (string | number | undefined)[]) => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** All questions of a quiz in their order. A question that is left out is removed. */
export const QuestionsInput = body({
  questions: z.array(QuestionInput).check(z.maxLength(quizLimits.questions)),
  profiles: z._default(z.array(ProfileInput).check(z.maxLength(quizLimits.profiles)), []),
  version,
}).check(
  z.refine(({ profiles }) => unique(profiles.map(({ key }) => key)), {
    error: quizMessages.doubleKey,
    path: ['profiles'],
  }),
  z.refine(
    ({ questions }) =>
      unique(questions.map((question) => question.id)) &&
      unique(questions.flatMap(({ options }) => options.map((option) => option.id))),
    { error: quizMessages.doubleId, path: ['questions'] },
  ),
  z.refine(
    ({ questions, profiles }) => {
      const keys = new Set(profiles.map(({ key }) => key));
      return questions.every(({ options }) =>
        options.every((option) => !option.profile || keys.has(option.profile)),
      );
    },
    { error: quizMessages.unknownProfile, path: ['questions'] },
  ),
);
export type QuestionsInput = z.output<typeof QuestionsInput>;

// Answers ----------------------------------------------------------------------------------------

/** A section 3. */
export const Quiz = z.object({
  id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  type: z.enum(quizType),
  goal: z.int(),
  published: flagAnswer,
  repeat: flagAnswer,
  stopwatch: flagAnswer,
  time_limit: z.nullable(z.string()),
  review: z.enum(reviewModes),
  product_ids: z.array(z.int()),
  /** The number of questions, and the lessons that have this quiz. */
  questions_count: z.int(),
  lessons: listOf(z.object({ id: z.int(), title: z.string(), course_id: z.int() })),
  /** Somebody has begun the quiz. A change does not affect attempts that were begun. */
  has_attempts: z.boolean(),
  version: z.int(),
});
export type Quiz = z.output<typeof Quiz>;

/** A text with its formulas rendered; null or missing if it has none. */
export const html = z.optional(z.nullable(z.string()));

const Option = z.object({
  id: z.int(),
  text: z.string(),
  text_html: html,
  correct: z.optional(z.boolean()),
  profile: z.optional(z.nullable(z.string())),
  weight: z.optional(z.nullable(z.number())),
});

/** A question as staff see it, with its right answers. Students get an `AskedQuestion`. */
export const Question = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  /** The text as written. Formulas are `\(…\)` and `$$…$$`. */
  text: z.string(),
  text_html: html,
  image: z.optional(z.nullable(z.string())),
  image_alt: z.optional(z.nullable(z.string())),
  explanation: z.optional(z.nullable(z.string())),
  explanation_html: html,
  weight: z.number(),
  options: listOf(Option),
});
export type Question = z.output<typeof Question>;

/** A result of a behavioural quiz (contract, decision 6). */
export const Profile = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.optional(z.nullable(z.string())),
  course_ids: z.optional(z.array(z.int())),
});
export type Profile = z.output<typeof Profile>;
const Questions = z.object({
  questions: listOf(Question),
  profiles: listOf(Profile),
  version: z.int(),
});
/** The questions and profiles of a quiz, as the builder edits them. */
export type Questions = z.output<typeof Questions>;

const admin = { access: 'admin', source: 'A' } as const;

/** A section 7, v1 and contract, Quizzes. */
export const authoringRoutes = {
  create: route('POST', '/api/auth/quiz/create', {
    ...admin,
    status: 201,
    body: QuizInput,
    answer: triple(Quiz),
  }),
  show: route('GET', '/api/auth/quiz/show/{id}', { ...admin, answer: triple(Quiz) }),
  update: route('POST', '/api/auth/quiz/update/{id}', {
    ...admin,
    body: QuizChange,
    answer: triple(Quiz),
  }),
  list: route('GET', '/api/auth/quiz/{tenant}', { ...admin, answer: triple(listOf(Quiz)) }),
  remove: route('DELETE', '/api/auth/quiz/{id}', { ...admin, answer: message }),

  questions: route('GET', '/api/v1/quizzes/{id}/questions', {
    access: 'admin',
    source: 'v1',
    answer: dataOf(Questions),
  }),
  saveQuestions: route('PUT', '/api/v1/quizzes/{id}/questions', {
    access: 'admin',
    source: 'v1',
    body: QuestionsInput,
    answer: dataOf(Questions),
  }),
  /**
   * Publishes a quiz, or hides it. It refuses to publish an invalid question (`quiz-faults.ts`).
   * The calls of A section 7 publish it without this check.
   */
  publish: route('PUT', '/api/v1/quizzes/{id}/published', {
    access: 'admin',
    source: 'ours',
    body: body({ published: flag }),
    answer: dataOf(Quiz),
  }),
};
