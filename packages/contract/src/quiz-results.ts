import * as z from 'zod/mini';
import {
  cursor,
  cursorPageOf,
  dataOf,
  flagAnswer,
  listOf,
  route,
  searchText,
  time,
} from './core.ts';
import { messages as common } from './messages.ts';
import { Person } from './people.ts';
import { html } from './quiz-authoring.ts';
import { quizLimits } from './quiz-limits.ts';
import { AttemptResult } from './quiz-taking.ts';

// An admin reads the results of all students, and gives or ends an attempt.

/** Which attempt of each student the owner's results count. */
export const countedAttempts = ['first', 'best', 'last'] as const;
/** The attempts that results count: each student's first, best or last one. */
export type CountedAttempt = (typeof countedAttempts)[number];

/** The orders of the students in the results: by time, or by score. */
const studentOrders = ['latest', 'highest', 'lowest'] as const;
/** See `studentOrders`. */
export type StudentOrder = (typeof studentOrders)[number];

/** Stands for the key of a profile in the search for students who have none. No key is blank. */
export const NO_PROFILE = ' ';
const Student = z.object({
  member: Person,
  score: z.number(),
  passed: z.nullable(z.boolean()),
  /** The key of the resulting profile of a behavioural quiz. */
  profile: z.nullable(z.string()),
  seconds: z.int(),
  /** Nobody handed in: the attempt ended at its deadline. */
  timed_out: z.boolean(),
  attempts: z.int(),
  finished_at: time,
});

/** A page of a search may hold few students, or none, and yet have a next one. */
const Students = cursorPageOf(Student);

/** A student's best attempt in the plot of the scores. */
const PlottedStudent = z.object({
  member: z.object({ id: z.int(), name: z.string() }),
  score: z.number(),
  passed: z.boolean(),
  finished_at: time,
});
export type PlottedStudent = z.output<typeof PlottedStudent>;

const OpenAttempt = z.object({
  id: z.int(),
  member: Person,
  started_at: time,
  deadline: z.nullable(time),
});

/** The members whose chosen attempt ended with a profile, the best one where none was chosen. */
const ProfileMembers = z.object({
  key: z.string(),
  title: z.string(),
  members: z.int(),
  share: z.number(),
});

/**
 * Contract, Quizzes: shares are 0 to 1 over handed-in attempts. `spread` is the standard deviation.
 */
export const QuizResults = z.object({
  attempts: z.int(),
  /**
   * Members who handed in an attempt, and members who passed. Of a chosen attempt: who passed with
   * it.
   */
  members: z.int(),
  passed: z.int(),
  mean: z.nullable(z.number()),
  /** The whole score that half of the attempts did not exceed. */
  median: z.nullable(z.number()),
  spread: z.nullable(z.number()),
  /** The mean duration of an attempt. */
  seconds: z.nullable(z.int()),
  /**
   * The duration that half of the attempts did not exceed, rounded up: to minutes from an hour on,
   * to hours from a day on. Null over all attempts.
   */
  median_seconds: z.nullable(z.int()),
  /**
   * Students who began and did not hand in. The time of their attempt ran out, or nobody has
   * answered the open one for an hour. The chosen attempt counts; otherwise the best one.
   */
  abandoned: z.int(),
  /** Number of attempts by score: 0 to 9, 10 to 19, …, 90 to 100. */
  scores: z.array(z.int()),
  /**
   * The students with a score, the lowest first. Missing where there are more than
   * `quizLimits.plotted`, and on further pages.
   */
  plotted: z.optional(listOf(PlottedStudent)),
  /** The profiles of a behavioural quiz, in its order. */
  profiles: listOf(ProfileMembers),
  questions: listOf(
    z.object({
      id: z.int(),
      text: z.string(),
      text_html: html,
      image: z.optional(z.nullable(z.string())),
      image_alt: z.optional(z.nullable(z.string())),
      right_share: z.nullable(z.number()),
      /** The correlation of a right answer with the score, from -1 to 1. */
      discrimination: z.nullable(z.number()),
      options: listOf(
        z.object({
          id: z.int(),
          text: z.string(),
          text_html: html,
          correct: z.boolean(),
          share: z.nullable(z.number()),
          /** The mean score of the students who chose the option. */
          mean: z.nullable(z.number()),
        }),
      ),
    }),
  ),
  /** The latest 50 open attempts of students. */
  open: listOf(OpenAttempt),
  /** More attempts ran out of time than one request hands in. A job hands in the others. */
  handing_in: flagAnswer,
  students: Students,
});
export type QuizResults = z.output<typeof QuizResults>;

/** The attempts with the lowest or the highest scores: about a third of all, in whole scores. */
const Third = z.object({
  /** The highest score of the lowest third, or the lowest one of the highest third. */
  score: z.int(),
  attempts: z.int(),
});

/** The scores behind the answers to one question. */
export const QuestionScores = z.object({
  /** Null where too few attempts, or too few scores, part them. */
  lowest: z.nullable(Third),
  highest: z.nullable(Third),
  options: listOf(
    z.object({
      id: z.int(),
      /** Number of attempts that chose the option, by whole score, the lowest first. */
      scores: listOf(z.object({ score: z.int(), count: z.int() })),
      /** Number of attempts of each third that chose the option. */
      lowest: z.int(),
      highest: z.int(),
    }),
  ),
});
export type QuestionScores = z.output<typeof QuestionScores>;

const MemberAttempt = z.object({
  id: z.int(),
  started_at: time,
  finished_at: z.nullable(time),
  deadline: z.nullable(time),
  score: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  profile: z.nullable(z.string()),
});

/** The moment of the last hand-in, in microseconds, and its member. */
const latestStudent = /^\d{1,16}-\d{1,16}$/;
/** The score of the last student, and the student. */
const scoredStudent = /^\d{1,3}(?:\.\d{1,20})?-\d{1,16}$/;
const studentCursors = {
  latest: latestStudent,
  highest: scoredStudent,
  lowest: scoredStudent,
} satisfies Record<StudentOrder, RegExp>;
/**
 * Counts one attempt of each student. Without it, all attempts count, and lists show the best one.
 */
const attempt = z.optional(z.enum(countedAttempts, common.invalid));

/** v1 and contract, Quizzes. */
export const resultRoutes = {
  results: route('GET', '/api/v1/quizzes/{id}/results', {
    access: 'admin',
    source: 'v1',
    query: z.object({ cursor: cursor(latestStudent), attempt }),
    answer: dataOf(QuizResults),
  }),
  /**
   * Finds students by name, without case and accents, and by the key of their profile. `NO_PROFILE`
   * finds those without answers, and those whose profile was removed. A blank `q` lists all.
   */
  students: route('GET', '/api/v1/quizzes/{id}/results/students', {
    access: 'admin',
    source: 'ours',
    query: z
      .object({
        /** The cursor of a page in the same order. */
        cursor: z.optional(z.string()),
        q: searchText,
        profile: z.optional(z.string().check(z.maxLength(quizLimits.profileKey))),
        attempt,
        /** By score, it lists the best attempt of each student where `attempt` is missing. */
        order: z.optional(z.enum(studentOrders, common.invalid)),
      })
      .check(
        z.refine(
          ({ cursor: text, order = 'latest' }) =>
            text === undefined || studentCursors[order].test(text),
        ),
      ),
    answer: Students,
  }),
  questionScores: route('GET', '/api/v1/quizzes/{id}/results/questions/{questionId}', {
    access: 'admin',
    source: 'ours',
    query: z.object({ attempt }),
    answer: dataOf(QuestionScores),
  }),
  /** A CSV of the students' handed-in attempts. */
  exportResults: route('GET', '/api/v1/quizzes/{id}/results/export', {
    access: 'admin',
    source: 'ours',
    query: z.object({ attempt }),
  }),
  memberAttempts: route('GET', '/api/v1/quizzes/{id}/members/{memberId}/attempts', {
    access: 'admin',
    source: 'ours',
    /** `attempts_left` is null for a quiz that may be repeated. */
    answer: z.object({ data: listOf(MemberAttempt), attempts_left: z.nullable(z.int()) }),
  }),
  /** Gives one more attempt to one student. One who has an attempt left gets no second one. */
  grantAttempt: route('POST', '/api/v1/quizzes/{id}/members/{memberId}/attempts', {
    access: 'admin',
    source: 'ours',
    status: 201,
    answer: dataOf(z.object({ attempts_left: z.nullable(z.int()) })),
  }),
  /** Hands in an open attempt with the answers saved so far. */
  closeAttempt: route('POST', '/api/v1/attempts/{id}/close', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(AttemptResult),
  }),
};
