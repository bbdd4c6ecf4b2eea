import * as z from 'zod/mini';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  listOf,
  maxCharacters,
  requiredText,
  route,
  searchText,
  time,
} from './core.ts';
import { languages } from './languages.ts';
import { messages as common } from './messages.ts';
import { timeZone } from './reminders.ts';
import { roles } from './sessions.ts';

export const limits = {
  /** Contract, People. Both in characters. */
  name: 120,
  bio: 500,
  /** Ours: so many courses a page. */
  courses: 24,
} as const;

export const messages = {
  saved: 'Perfil atualizado com sucesso.',
  nameTooLong: 'O nome deve ter no máximo 120 caracteres.',
  bioTooLong: 'A bio deve ter no máximo 500 caracteres.',
  device: '{{browser}} no {{system}}',
  unknownDevice: 'Navegador desconhecido',
} as const;

export const Profile = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  /** 1: the server of this address refused it, so no notification mails go there. */
  email_refused: flagAnswer,
  photo_url: z.nullable(z.string()),
  bio: z.string(),
  /** Null until the member chooses one. */
  language: z.nullable(z.enum(languages)),
  roles: z.array(z.enum(roles)),
  /** 0: the member stands in no ranking. */
  in_ranking: flagAnswer,
  /** 0: other students see no card of this member. */
  show_profile: flagAnswer,
  /** Null until the member chooses one. No notification mail leaves from 22 to 8 o'clock there. */
  time_zone: z.nullable(z.string()),
  /** Of all lessons; a finished one counts whole. */
  watched_seconds: z.int(),
  created_at: time,
});
export type Profile = z.output<typeof Profile>;

export const ProfilePatch = body({
  name: z.optional(requiredText(limits.name, common.required, messages.nameTooLong)),
  bio: z.optional(
    z.string(common.invalid).check(z.trim(), maxCharacters(limits.bio, messages.bioTooLong)),
  ),
  /** The path of an upload of use `photo`; null removes the photo. */
  photo: z.optional(z.nullable(z.string(common.invalid).check(z.maxLength(500, common.invalid)))),
  language: z.optional(z.enum(languages, common.invalid)),
  in_ranking: z.optional(flag),
  show_profile: z.optional(flag),
  time_zone: z.optional(timeZone),
});
export type ProfilePatch = z.output<typeof ProfilePatch>;

/** A place where the member is signed in. */
export const SignedInDevice = z.object({
  id: z.int(),
  /** In the reader's language: 'Chrome no Windows'. */
  device: z.string(),
  /** A phone or a tablet. */
  mobile: flagAnswer,
  last_seen_at: time,
  /** The session of this request. */
  current: flagAnswer,
});
export type SignedInDevice = z.output<typeof SignedInDevice>;

export const courseStates = ['begun', 'new', 'finished'] as const;
export type CourseState = (typeof courseStates)[number];

/** `seen`: as their states stand, the latest touched first; `new`: the latest held first. */
export const courseOrders = ['seen', 'new', 'title'] as const;
export type CourseOrder = (typeof courseOrders)[number];

/** A lesson of a course in which the reader is. */
const CourseLesson = z.object({
  id: z.int(),
  module_id: z.int(),
  title: z.string(),
  /** Its place in the course, from 1. */
  position: z.int(),
  seconds: z.int(),
  duration_seconds: z.nullable(z.int()),
});

/** A course that the reader holds. Drafts are left out, and lessons that they do not see. */
export const MyCourse = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  /** How many there are, and how many of them are finished. */
  lessons: z.int(),
  done: z.int(),
  /** Of all lessons whose length is known. */
  seconds: z.int(),
  seconds_left: z.int(),
  state: z.enum(courseStates),
  /** The lesson touched last; null of a new course. */
  last_lesson: z.nullable(CourseLesson),
  /** Where the reader goes on; null of a finished course. */
  next_lesson: z.nullable(CourseLesson),
  held_since: time,
  /** Null until the reader came to its end once. */
  completed_at: z.nullable(time),
});
export type MyCourse = z.output<typeof MyCourse>;

/** How long a member watched. */
export const WatchedWeek = z.object({
  /** In seconds, of the last seven days of the member's time zone; today is the last. */
  days: z.array(z.int()),
  /** In seconds, since `since`; a finished lesson counts whole. */
  total: z.int(),
  since: time,
});
export type WatchedWeek = z.output<typeof WatchedWeek>;

/** As `seen`: begun ones first, the latest touched before; then new ones, then finished ones. */
export const MyCourses = z.object({
  data: listOf(MyCourse),
  next_cursor: z.nullable(z.string()),
  /** Of all that `q` finds, whatever the state asked for. */
  counts: z.object({ all: z.int(), begun: z.int(), new: z.int(), finished: z.int() }),
  /** With the first page. */
  week: z.nullable(WatchedWeek),
});
export type MyCourses = z.output<typeof MyCourses>;

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
      /** Without one as `seen`. */
      order: z.optional(z.enum(courseOrders)),
      q: searchText,
      /** One that is none of ours begins at the beginning. */
      cursor: z.optional(z.string().check(z.maxLength(60))),
    }),
    answer: MyCourses,
  }),
  sessions: route('GET', '/api/v1/me/sessions', {
    access: 'member',
    source: 'v1',
    answer: listOf(SignedInDevice),
  }),
  /** Ending one's own session is signing out. */
  endSession: route('DELETE', '/api/v1/me/sessions/{id}', {
    access: 'member',
    source: 'v1',
    status: 204,
  }),
  /** Ends every session but that of the request. */
  endOtherSessions: route('DELETE', '/api/v1/me/sessions', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
};
