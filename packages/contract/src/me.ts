import * as z from 'zod/mini';
import {
  body,
  cursor,
  cursorPageOf,
  dataOf,
  day,
  flag,
  flagAnswer,
  listOf,
  personName,
  route,
  searchText,
  time,
  trimmedText,
} from './core.ts';
import { languages } from './languages.ts';
import { messages as common } from './messages.ts';
import { timeZone } from './reminders.ts';
import { roles } from './roles.ts';
import { limits as session, messages as signIn } from './sessions.ts';

/** Contract, People; the rest are ours. */
export const limits = {
  /** In characters. */
  name: session.name,
  bio: 500,
  /** Ours: courses per page. */
  courses: 24,
} as const;

/** Ours. */
export const messages = {
  saved: 'Perfil atualizado com sucesso.',
  nameTooLong: signIn.nameTooLong,
  bioTooLong: 'A bio deve ter no máximo 500 caracteres.',
  device: '{{browser}} no {{system}}',
  unknownDevice: 'Navegador desconhecido',
} as const;

/** The viewer's own profile. Other members get a `PersonCard`. */
export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** 1: a mail server refused this address, so the server sends no notification mails to it. */
  email_refused: flagAnswer,
  photo_url: z.nullable(z.string()),
  bio: z.string(),
  /** Null until the member chooses one. */
  language: z.nullable(z.enum(languages)),
  roles: z.array(z.enum(roles)),
  /** 0: the ranking leaves the member out. */
  in_ranking: flagAnswer,
  /** 0: other students cannot open this member's card. */
  show_profile: flagAnswer,
  /**
   * Null until the member chooses one. The server sends no notification mails between 22 and 8
   * o'clock in this zone.
   */
  time_zone: z.nullable(z.string()),
  /** Over all lessons; a finished lesson counts in full. */
  watched_seconds: z.int(),
  created_at: time,
});
export type Profile = z.output<typeof Profile>;

/** A missing field keeps its value. */
export const ProfilePatch = body({
  name: z.optional(personName(limits.name, common.required, messages.nameTooLong)),
  bio: z.optional(trimmedText(limits.bio, messages.bioTooLong)),
  /** The path of an upload of use `photo`; null removes the photo. */
  photo: z.optional(z.nullable(z.string(common.invalid).check(z.maxLength(500, common.invalid)))),
  language: z.optional(z.enum(languages, common.invalid)),
  in_ranking: z.optional(flag),
  show_profile: z.optional(flag),
  time_zone: z.optional(timeZone),
});
export type ProfilePatch = z.output<typeof ProfilePatch>;

/** A session of the member. */
export const SignedInDevice = z.object({
  id: z.int(),
  /** In the viewer's language: 'Chrome no Windows'. */
  device: z.string(),
  /** A phone or a tablet. */
  mobile: flagAnswer,
  last_seen_at: time,
  /** The session of this request. */
  current: flagAnswer,
});
export type SignedInDevice = z.output<typeof SignedInDevice>;

/** The states of 'Meus cursos' (contract, Settled on 2026-11-22). */
export const courseStates = ['begun', 'new', 'finished'] as const;
/** A tab of 'Meus cursos'. */
export type CourseState = (typeof courseStates)[number];

/** `seen`: by state, then latest activity first. `new`: latest access first. */
export const courseOrders = ['seen', 'new', 'title'] as const;
/** An order of 'Meus cursos'. */
export type CourseOrder = (typeof courseOrders)[number];

/** A lesson of a course that the viewer began. */
const CourseLesson = z.object({
  id: z.int(),
  module_id: z.int(),
  title: z.string(),
  /** The position in the course, from 1. */
  position: z.int(),
  seconds: z.int(),
  duration_seconds: z.nullable(z.int()),
});

/** A course that the viewer holds. It leaves out drafts and lessons that the viewer cannot see. */
export const MyCourse = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  /** Number of lessons, and of finished ones. */
  lessons: z.int(),
  done: z.int(),
  /** Over all lessons with a known length. */
  seconds: z.int(),
  seconds_left: z.int(),
  state: z.enum(courseStates),
  /** The lesson with the latest activity; null for a new course. */
  last_lesson: z.nullable(CourseLesson),
  /** The lesson where the viewer continues; null for a finished course. */
  next_lesson: z.nullable(CourseLesson),
  held_since: time,
  /** Null until the viewer has finished the course once. */
  completed_at: z.nullable(time),
});
export type MyCourse = z.output<typeof MyCourse>;

/** The watched time of a member. */
export const WatchedWeek = z.object({
  /** In seconds, for the last seven days in the member's time zone. Today comes last. */
  days: z.array(z.int()),
  /** Ours: the day of this answer there. */
  today: day,
  /** In seconds, since `since`. A finished lesson counts in full. */
  total: z.int(),
  since: time,
});
export type WatchedWeek = z.output<typeof WatchedWeek>;

/** In the order `seen`: begun courses by latest activity, then new ones, then finished ones. */
export const MyCourses = z.extend(cursorPageOf(MyCourse), {
  /** Over all courses that match `q`, for every state. */
  counts: z.object({ all: z.int(), begun: z.int(), new: z.int(), finished: z.int() }),
  /** Only on the first page. */
  week: z.nullable(WatchedWeek),
});
export type MyCourses = z.output<typeof MyCourses>;

/** v1, me, and contract, People. A member who ends their current session signs out. */
export const me = {
  show: route('GET', '/api/v1/me', { access: 'member', source: 'v1', answer: dataOf(Profile) }),
  update: route('PATCH', '/api/v1/me', {
    access: 'member',
    source: 'v1',
    body: ProfilePatch,
    answer: dataOf(Profile),
  }),
  courses: route('GET', '/api/v1/me/courses', {
    access: 'member',
    source: 'v1',
    query: z.object({
      state: z.optional(z.enum(courseStates)),
      /** The default is `seen`. */
      order: z.optional(z.enum(courseOrders)),
      q: searchText,
      cursor: cursor(/^\d\.\d{1,16}\.\d{1,15}$/),
    }),
    answer: MyCourses,
  }),
  sessions: route('GET', '/api/v1/me/sessions', {
    access: 'member',
    source: 'v1',
    answer: listOf(SignedInDevice),
  }),
  /** The current session's id signs the member out. */
  endSession: route('DELETE', '/api/v1/me/sessions/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
  }),
  /** Ends every session except the current one. */
  endOtherSessions: route('DELETE', '/api/v1/me/sessions', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
};
