import * as z from 'zod/mini';
import { body, dataOf, flagAnswer, id, listOf, route, time } from './core.ts';
import { html, Profile, questionKinds, quizType } from './quiz-authoring.ts';
import { quizLimits } from './quiz-limits.ts';

// A student takes a quiz, hands it in, and reads the result.

const optionIds = z.array(id).check(z.maxLength(quizLimits.options));
const AnswerInput = z.object({ question_id: id, option_ids: optionIds });
/** The options that a student chose. Without options it takes the answer back. */
export type AnswerInput = z.output<typeof AnswerInput>;

/** The profile for its student. `profileCourses` names the courses that the student may see. */
const ResultProfile = z.omit(Profile, { course_ids: true });

/** A question for the student. It does not reveal the right answer. */
const AskedQuestion = z.object({
  id: z.int(),
  kind: z.enum(questionKinds),
  text: z.string(),
  text_html: html,
  image: z.nullable(z.string()),
  image_alt: z.nullable(z.string()),
  weight: z.number(),
  options: listOf(z.object({ id: z.int(), text: z.string(), text_html: html })),
});
export type AskedQuestion = z.output<typeof AskedQuestion>;

const Answer = z.object({ question_id: z.int(), option_ids: z.array(z.int()) });

const ReviewItem = z.object({
  question_id: z.int(),
  correct: z.boolean(),
  chosen: z.array(z.int()),
  right: z.array(z.int()),
  explanation: z.nullable(z.string()),
  explanation_html: html,
});

/** The shares of the profiles, from 0 to 1, in the quiz's order. */
const ProfileShare = z.object({ key: z.string(), title: z.string(), share: z.number() });

const ChosenWeight = z.object({ profile: z.string(), weight: z.number() });

const result = {
  /** 0 to 100. For a behavioural quiz: the share of its profile. */
  score: z.number(),
  /** Null for a behavioural quiz. */
  passed: z.nullable(z.boolean()),
  /** The goal at the start of the attempt. */
  goal: z.int(),
  profile: z.nullable(ResultProfile),
  profiles: listOf(ProfileShare),
  /** For a behavioural quiz: the profile and weight of each chosen option, in the quiz's order. */
  weights: listOf(ChosenWeight),
  /** Empty if the school does not show the right answers. */
  review: listOf(ReviewItem),
  /** Number of right answers. */
  right: z.int(),
  finished_at: time,
  seconds: z.int(),
};
/** A handed-in attempt with its score, and its review if the quiz shows one. */
export const AttemptResult = z.object({
  id: z.int(),
  ...result,
  /**
   * The things that the viewer finished for the first time by passing. Only the hand-in tells them.
   */
  completed: z.optional(listOf(z.enum(['module', 'course']))),
  /** The points awarded; missing if there are none. */
  points: z.optional(z.int()),
});
export type AttemptResult = z.output<typeof AttemptResult>;

/** An open attempt. Its questions are frozen with it (contract, Quizzes). */
export const Attempt = z.object({
  id: z.int(),
  quiz_id: z.int(),
  name: z.string(),
  type: z.enum(quizType),
  stopwatch: flagAnswer,
  questions: listOf(AskedQuestion),
  deadline: z.nullable(time),
  started_at: time,
  /** The server's clock. The page computes the remaining time from it. */
  now: time,
  answers: listOf(Answer),
});
export type Attempt = z.output<typeof Attempt>;

/** An attempt with its result, once it was handed in. */
export const ReadAttempt = z.extend(Attempt, {
  /** The member who made the attempt. Staff read the attempts of others. */
  member: z.object({ id: z.int(), name: z.string() }),
  ...z.partial(z.object(result)).shape,
});
export type ReadAttempt = z.output<typeof ReadAttempt>;

const MyResult = z.object({
  attempt_id: z.int(),
  score: z.number(),
  passed: z.nullable(z.boolean()),
  profile: z.nullable(z.string()),
  finished_at: time,
});

/** A quiz that the viewer may take. */
export const MyQuiz = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(quizType),
  goal: z.int(),
  repeat: flagAnswer,
  stopwatch: flagAnswer,
  time_limit: z.nullable(z.string()),
  questions_count: z.int(),
  /** Number of attempts that the viewer began. */
  attempts: z.int(),
  /** Null if there is no limit. */
  attempts_left: z.nullable(z.int()),
  /** The attempt that is open. */
  open_attempt: z.nullable(z.object({ id: z.int(), deadline: z.nullable(time) })),
  /** The best result; for a behavioural quiz the last one. */
  result: z.nullable(MyResult),
  /** The lesson that contains the quiz, for the link back. */
  lesson: z.nullable(
    z.object({ id: z.int(), title: z.string(), course_id: z.int(), module_id: z.int() }),
  ),
});
export type MyQuiz = z.output<typeof MyQuiz>;

/** A course that fits the profile. It counts the modules and lessons that the viewer may see. */
const ProfileCourse = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  modules: z.int(),
  seconds: z.int(),
});
export type ProfileCourse = z.output<typeof ProfileCourse>;

const member = { access: 'member', source: 'v1' } as const;

/** v1 and contract, Quizzes. An expired attempt counts with the kept answers. */
export const takingRoutes = {
  mine: route('GET', '/api/v1/quizzes', { ...member, answer: listOf(MyQuiz) }),
  start: route('POST', '/api/v1/quizzes/{id}/attempts', {
    ...member,
    status: 201,
    answer: dataOf(Attempt),
  }),
  attempt: route('GET', '/api/v1/attempts/{id}', { ...member, answer: dataOf(ReadAttempt) }),
  /** The courses that fit the profile of the viewer's own attempt; none before the hand-in. */
  profileCourses: route('GET', '/api/v1/attempts/{id}/courses', {
    access: 'member',
    source: 'ours',
    answer: dataOf(listOf(ProfileCourse)),
  }),
  answer: route('PUT', '/api/v1/attempts/{id}/answers', {
    ...member,
    body: body(AnswerInput.shape),
    answer: dataOf(z.object({ saved_at: time })),
  }),
  finish: route('POST', '/api/v1/attempts/{id}/finish', {
    ...member,
    body: body({
      answers: z.optional(z.array(AnswerInput).check(z.maxLength(quizLimits.answers))),
    }),
    answer: dataOf(AttemptResult),
  }),
};
