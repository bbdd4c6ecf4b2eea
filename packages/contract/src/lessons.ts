import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS, urlField } from './addresses.ts';
import { limits, messages } from './catalog-limits.ts';
import { body, dataOf, flag, flagAnswer, listOf, requiredText, route } from './core.ts';
import { IdAndTitle, Upsell } from './course-offers.ts';
import { lessonContent } from './lesson-content.ts';
import { RunningMarquee } from './marquees.ts';
import { messages as common } from './messages.ts';

// Input -----------------------------------------------------------------------------------------

const title = requiredText(limits.title, common.required, common.titleTooLong);

/** A provider's page, player or `<iframe>`; the server keeps the player's address. */
const embed = z.nullable(z.string().check(z.trim(), z.maxLength(limits.embed, common.invalidLink)));

const duration_seconds = z.nullable(z.int().check(z.gte(0), z.lte(limits.seconds)));

/** The quiz that students take in the lesson. */
const quiz_id = z.nullable(z.int().check(z.positive()));

const LessonFileInput = z.object({
  name: title,
  /** The path of an upload with use `lesson_file`, or the address from an answer. */
  path: z.string(common.invalidLink).check(z.maxLength(MAX_URL_CHARACTERS, common.invalidLink)),
  /** Ignored: the server reads the size from the file. */
  size: z.optional(z.unknown()),
});
const files = z
  .array(LessonFileInput)
  .check(z.maxLength(limits.filesPerLesson, messages.tooManyFiles));

/** Captions of the lesson's video: one file per language, named by its BCP 47 tag. */
const CaptionsInput = z.object({
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, common.invalid)),
  /** The path of an upload with use `lesson_captions`, or the address from an answer. */
  path: z.string(common.invalidLink).check(z.maxLength(MAX_URL_CHARACTERS, common.invalidLink)),
});
const captions = z.array(CaptionsInput).check(
  z.maxLength(limits.captionsPerLesson, messages.tooManyCaptions),
  z.refine(
    (list: { language: string }[]) =>
      new Set(list.map((caption) => caption.language)).size === list.length,
    messages.oneEachLanguage,
  ),
);

/** A new lesson. It goes behind the last one of its module. */
export const LessonInput = body({
  title,
  content: z._default(lessonContent, ''),
  cover: z._default(urlField, null),
  video_url: z._default(urlField, null),
  embed: z._default(embed, null),
  link: z._default(urlField, null),
  duration_seconds: z._default(duration_seconds, null),
  captions: z._default(captions, []),
  files: z._default(files, []),
  published: z._default(flag, true),
  sample: z._default(flag, false),
  quiz_id: z._default(quiz_id, null),
  /** Only passing the quiz finishes the lesson. */
  quiz_required: z._default(flag, false),
});
export type LessonInput = z.output<typeof LessonInput>;

/** A missing field keeps its value. `files` and `captions` replace the whole list. */
export const LessonPatch = body({
  title: z.optional(title),
  content: z.optional(lessonContent),
  cover: z.optional(urlField),
  video_url: z.optional(urlField),
  embed: z.optional(embed),
  link: z.optional(urlField),
  duration_seconds: z.optional(duration_seconds),
  captions: z.optional(captions),
  files: z.optional(files),
  published: z.optional(flag),
  sample: z.optional(flag),
  quiz_id: z.optional(quiz_id),
  quiz_required: z.optional(flag),
  /** Another module of the same course. The lesson moves to its end and keeps its progress. */
  module_id: z.optional(z.int().check(z.positive())),
  version: z.optional(z.int()),
});
export type LessonPatch = z.output<typeof LessonPatch>;

// Answers ----------------------------------------------------------------------------------------

/** A row of the lesson list. A locked lesson reveals nothing of its content. */
export const LessonEntry = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  kind: z.enum(['video', 'text', 'link', 'quiz']),
  /** For staff: whether students can take its quiz now; null without a quiz. */
  quiz_open: z.optional(z.nullable(z.boolean())),
  /** For staff: whether students would find nothing in it; null for students. */
  empty: z.optional(z.nullable(z.boolean())),
  duration_seconds: z.nullable(z.int()),
  /** 0: a draft, for staff only. */
  published: flagAnswer,
  /** 1: open also to people who do not hold the course. */
  sample: flagAnswer,
  locked: z.boolean(),
  /** The second at which the viewer stopped; 0 if they never began. */
  seconds: z.int(),
  finished: z.boolean(),
});
export type LessonEntry = z.output<typeof LessonEntry>;

/** The quiz of a lesson. Only staff see a draft. */
const LessonQuiz = z.object({
  id: z.int(),
  name: z.string(),
  /** Only passing the quiz finishes the lesson. */
  required: flagAnswer,
  /** Students may take the quiz: it is published and has questions. */
  open: z.boolean(),
});

/** Everything that the lesson screen shows, in one answer. */
export const Lesson = z.object({
  id: z.int(),
  title: z.string(),
  /** The content as written. Formulas are `\(…\)` and `$$…$$`. */
  content: z.string(),
  /** The content with its formulas rendered; null if it has none. */
  content_html: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  video_url: z.nullable(z.string()),
  embed: z.nullable(z.string()),
  link: z.nullable(z.string()),
  duration_seconds: z.nullable(z.int()),
  captions: listOf(z.object({ language: z.string(), url: z.string() })),
  /**
   * The signed addresses of files, video, captions and images in the content work for some hours.
   */
  files: listOf(z.object({ id: z.int(), name: z.string(), size: z.int(), url: z.string() })),
  published: flagAnswer,
  sample: flagAnswer,
  quiz: z.nullable(LessonQuiz),
  /** The way to get access, for viewers of a sample lesson who do not hold its course. */
  upsell: z.nullable(Upsell),
  seconds: z.int(),
  finished: z.boolean(),
  likes: z.int(),
  liked: z.boolean(),
  course: z.object({ id: z.int(), title: z.string(), progress: z.int() }),
  module: IdAndTitle,
  previous: z.nullable(IdAndTitle),
  next: z.nullable(IdAndTitle),
  modules: listOf(z.object({ id: z.int(), title: z.string(), lessons: listOf(LessonEntry) })),
  /** The marquee over the lesson, if a product of the viewer has one. */
  marquee: z.nullable(RunningMarquee),
  version: z.int(),
});
export type Lesson = z.output<typeof Lesson>;

// Routes ----------------------------------------------------------------------------------------

/** v1. Students get 404 for drafts. */
export const lessonRoutes = {
  createLesson: route('POST', '/api/v1/modules/{id}/lessons', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: LessonInput,
    bodyLimit: limits.lessonBody,
    answer: dataOf(Lesson),
  }),
  /**
   * Without access: 403 `no_access` with `NoAccess` in `data`, or 404 if the school hides locked
   * content.
   */
  showLesson: route('GET', '/api/v1/lessons/{id}', {
    access: 'showcase',
    source: 'v1',
    answer: dataOf(Lesson),
  }),
  updateLesson: route('PATCH', '/api/v1/lessons/{id}', {
    access: 'admin',
    source: 'v1',
    body: LessonPatch,
    bodyLimit: limits.lessonBody,
    answer: dataOf(Lesson),
  }),
  removeLesson: route('DELETE', '/api/v1/lessons/{id}', {
    access: 'admin',
    source: 'v1',
    status: 204,
  }),
};
