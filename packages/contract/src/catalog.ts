import * as z from 'zod/mini';
import { urlField, MAX_URL_CHARACTERS } from './addresses.ts';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  ids,
  listOf,
  pageNumber,
  pageOf,
  requiredText,
  route,
  searchText,
  time,
  trimmedText,
} from './core.ts';
import { RunningMarquee } from './marquees.ts';
import { messages as common } from './messages.ts';
import { richText } from './settings-values.ts';

/** Ours, because the specification gives the catalog no limits. Without a unit: characters. */
export const limits = {
  title: 255,
  description: 20_000,
  upsellText: 500,
  offer: { price: 120, button: 60, points: 20, point: 200 },
  /** In bytes of UTF-8, as sent. */
  content: 1_048_576,
  /** In bytes of JSON, where a quote or a line break takes two. */
  lessonBody: 2_621_440,
  embed: 10_000,
  filesPerLesson: 50,
  captionsPerLesson: 20,
  /** Maximum number of lessons that one request moves, publishes or deletes. */
  lessonsAtOnce: 500,
  /** The maximum length of a lesson: a hundred hours. */
  seconds: 360_000,
} as const;

/** Ours, because the specification gives the catalog no texts. */
export const messages = {
  courseCreated: 'Curso criado. Agora os módulos e as aulas.',
  courseRemoved: 'Curso excluído.',
  moduleRemoved: 'Módulo excluído.',
  lessonRemoved: 'Aula excluída.',
  lessonsRemoved: 'Aulas excluídas.',
  noLessonsChosen: 'Escolha ao menos uma aula.',
  tooManyLessons: 'Escolha no máximo 500 aulas de uma vez.',
  descriptionTooLong: 'A descrição deve ter no máximo 20.000 caracteres.',
  upsellTooLong: 'O texto de venda deve ter no máximo 500 caracteres.',
  priceTooLong: 'O preço deve ter no máximo 120 caracteres.',
  buttonTooLong: 'O texto do botão deve ter no máximo 60 caracteres.',
  pointTooLong: 'Cada item deve ter no máximo 200 caracteres.',
  tooManyPoints: 'A lista pode ter no máximo 20 itens.',
  contentTooLong: 'O conteúdo da aula deve ter no máximo 1 MB.',
  tooManyFiles: 'Uma aula pode ter no máximo 50 arquivos.',
  tooManyCaptions: 'Uma aula pode ter no máximo 20 legendas.',
  oneEachLanguage: 'Cada idioma pode ter uma legenda só.',
  noAccess: 'Você ainda não tem acesso a esta aula.',
  unknownQuiz: 'Esta avaliação não existe.',
  quizNotPassed: 'Para concluir esta aula, passe na avaliação.',
} as const;

// Input -----------------------------------------------------------------------------------------

const title = requiredText(limits.title, common.required, common.titleTooLong);
const description = richText(limits.description, messages.descriptionTooLong);
const upsell_text = trimmedText(limits.upsellText, messages.upsellTooLong);
const version = z.optional(z.int());

/** A list of points. The server drops blank lines. */
const offerPoints = z.optional(
  z.pipe(
    z
      .array(trimmedText(limits.offer.point, messages.pointTooLong))
      .check(z.maxLength(limits.offer.points, messages.tooManyPoints)),
    z.transform((points) => points.filter(Boolean)),
  ),
);

/** The course's sales texts, for people without access. A missing field keeps its value. */
const CourseOfferPatch = z.object({
  price_text: z.optional(trimmedText(limits.offer.price, messages.priceTooLong)),
  button_text: z.optional(trimmedText(limits.offer.button, messages.buttonTooLong)),
  button_url: z.optional(urlField),
  learn: offerPoints,
  includes: offerPoints,
});
export type CourseOfferPatch = z.output<typeof CourseOfferPatch>;

/** The length of a text in UTF-8. */
const bytes = (text: string) => {
  let count = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x80) count += 1;
    else if (point < 0x800) count += 2;
    else count += point < 0x10000 ? 3 : 4;
  }
  return count;
};

/** Whether a lesson may hold this much HTML. */
export const fitsContent = (html: string) =>
  html.length <= limits.content && bytes(html) <= limits.content;

/** Rich HTML from the editor. The server keeps allowed elements and drops the rest. */
const content = z.string().check(z.refine(fitsContent, messages.contentTooLong));

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

/** A new course. `product_ids` are the products that open it; without any, only staff see it. */
export const CourseInput = body({
  title,
  description: z._default(description, ''),
  cover: z._default(urlField, null),
  upsell_text: z._default(upsell_text, ''),
  upsell_link: z._default(urlField, null),
  product_ids: z._default(ids, []),
  published: z._default(flag, true),
  offer: z._default(CourseOfferPatch, {}),
});
export type CourseInput = z.output<typeof CourseInput>;

/** A missing field keeps its value. `product_ids` and `module_ids` replace the whole list. */
export const CoursePatch = body({
  title: z.optional(title),
  description: z.optional(description),
  cover: z.optional(urlField),
  upsell_text: z.optional(upsell_text),
  upsell_link: z.optional(urlField),
  product_ids: z.optional(ids),
  published: z.optional(flag),
  offer: z.optional(CourseOfferPatch),
  /** All modules of the course in their new order, each once. */
  module_ids: z.optional(ids),
  version,
});
export type CoursePatch = z.output<typeof CoursePatch>;

/** A new module. It goes behind the last one of its course. */
export const ModuleInput = body({
  title,
  cover: z._default(urlField, null),
  published: z._default(flag, true),
});
export type ModuleInput = z.output<typeof ModuleInput>;

/** A missing field keeps its value. */
export const ModulePatch = body({
  title: z.optional(title),
  cover: z.optional(urlField),
  published: z.optional(flag),
  /** All lessons of the module in their new order, each once. */
  lesson_ids: z.optional(ids),
});
export type ModulePatch = z.output<typeof ModulePatch>;

/** A new lesson. It goes behind the last one of its module. */
export const LessonInput = body({
  title,
  content: z._default(content, ''),
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
  content: z.optional(content),
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
  version,
});
export type LessonPatch = z.output<typeof LessonPatch>;

const chosenLessons = ids.check(
  z.minLength(1, messages.noLessonsChosen),
  z.maxLength(limits.lessonsAtOnce, messages.tooManyLessons),
);

/** One change of several lessons of a course. The server applies all of it or nothing. */
export const LessonsPatch = body({
  lesson_ids: chosenLessons,
  published: z.optional(flag),
  /** A module of the same course. The lessons go there in the order of `lesson_ids`. */
  module_id: z.optional(z.int().check(z.positive())),
  /** With `module_id`: the lesson that follows them. Without it they go to the end. */
  before_id: z.optional(z.nullable(z.int().check(z.positive()))),
});
export type LessonsPatch = z.output<typeof LessonsPatch>;

const LessonsToRemove = body({ lesson_ids: chosenLessons });

/**
 * Players report fractions of seconds; the server keeps whole ones. An earlier position replaces a
 * saved one only with `went_back`. Otherwise a second tab or a slow device would lose the viewer's
 * place.
 */
export const ProgressInput = body({
  seconds: z.optional(
    z.pipe(z.number().check(z.gte(0), z.lte(limits.seconds)), z.transform(Math.floor)),
  ),
  finished: z.optional(flag),
  went_back: z.optional(flag),
});
export type ProgressInput = z.output<typeof ProgressInput>;

// Answers ----------------------------------------------------------------------------------------

const IdAndTitle = z.object({ id: z.int(), title: z.string() });
/** A lesson for a picker. The course title tells lessons with the same title apart. */
export const LessonToPick = z.extend(IdAndTitle, { course_id: z.int(), course_title: z.string() });
export type LessonToPick = z.output<typeof LessonToPick>;

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

/** A module of a course page. Students get no drafts (contract, Settled on 2026-11-22). */
export const Module = z.object({
  id: z.int(),
  course_id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  published: flagAnswer,
  /** When the viewer finished it for the first time. */
  completed_at: z.nullable(time),
  lessons: listOf(LessonEntry),
});
export type Module = z.output<typeof Module>;

/**
 * The way to get access: the school's sales texts and the active products that open the course.
 * Without such a product there is no link and no price either.
 */
export const Upsell = z.object({
  text: z.string(),
  link: z.nullable(z.string()),
  /** Empty if the school set no price. */
  price_text: z.string(),
  button_text: z.string(),
  products: listOf(IdAndTitle),
});
export type Upsell = z.output<typeof Upsell>;

/**
 * The sales texts on the course page, for people without access. A text is empty if the school set
 * none.
 */
const CourseOffer = z.object({
  price_text: z.string(),
  button_text: z.string(),
  button_url: z.nullable(z.string()),
  learn: listOf(z.string()),
  includes: listOf(z.string()),
});

/** Another course that the same products open. */
const AlsoOpened = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  lessons: z.int(),
});

/**
 * A course as the viewer may see it. Without access every lesson is `locked` (contract, Catalog).
 */
export const Course = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  published: flagAnswer,
  description: z.string(),
  locked: z.boolean(),
  upsell: z.nullable(Upsell),
  offer: CourseOffer,
  /** Empty for viewers who hold the course. */
  also: listOf(AlsoOpened),
  progress: z.int(),
  completed_at: z.nullable(time),
  modules: listOf(Module),
  version: z.int(),
  /** Staff only, like the two fields of the offer; null for students. */
  product_ids: z.nullable(listOf(z.int())),
  upsell_text: z.nullable(z.string()),
  upsell_link: z.nullable(z.string()),
});
export type Course = z.output<typeof Course>;

/** A module with its lessons and its place in the course. */
export const ModulePage = z.extend(Module, {
  /** Counted from 1. */
  position: z.int(),
  modules_count: z.int(),
  course: z.object({ id: z.int(), title: z.string(), cover: z.nullable(z.string()) }),
  locked: z.boolean(),
  upsell: z.nullable(Upsell),
  previous: z.nullable(IdAndTitle),
  next: z.nullable(IdAndTitle),
});
export type ModulePage = z.output<typeof ModulePage>;

/** Numbers of students, without staff: those who hold the course and those who finished it. */
export const CourseStudents = z.object({ holders: z.int(), finished: z.int() });
export type CourseStudents = z.output<typeof CourseStudents>;

/** A row of the admin's list of courses. */
export const CourseSummary = z.object({
  id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  published: flagAnswer,
  product_ids: listOf(z.int()),
  modules_count: z.int(),
  lessons_count: z.int(),
});
export type CourseSummary = z.output<typeof CourseSummary>;

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

/** `data` of 403 `no_access`: the course and how to get access to it. */
export const NoAccess = z.object({ course: IdAndTitle, upsell: Upsell });
export type NoAccess = z.output<typeof NoAccess>;

/** The viewer's progress after a save. `course_progress` is a whole percent. */
export const Progress = z.object({
  seconds: z.int(),
  finished: z.boolean(),
  course_progress: z.int(),
  /** The things that the viewer finished for the first time. Only this answer tells them. */
  completed: listOf(z.enum(['module', 'course'])),
  /** The points awarded; missing if there are none. */
  points: z.optional(z.int()),
});
export type Progress = z.output<typeof Progress>;

/** The likes of a lesson, and whether the viewer is among them. */
export const Likes = z.object({ likes: z.int(), liked: z.boolean() });
export type Likes = z.output<typeof Likes>;

/**
 * The next lesson of a course that the viewer began: `title` is the lesson's, `percent` the
 * course's.
 */
export const Continue = z.object({
  course_id: z.int(),
  module_id: z.int(),
  lesson_id: z.int(),
  title: z.string(),
  cover: z.nullable(z.string()),
  percent: z.int(),
  seconds: z.int(),
});
export type Continue = z.output<typeof Continue>;

// Routes ----------------------------------------------------------------------------------------

/** C section 7, Content lookups; the other routes are v1 and ours. Students get 404 for drafts. */
export const catalog = {
  listCourses: route('GET', '/api/v1/courses', {
    access: 'admin',
    source: 'ours',
    query: z.object({ search: searchText, page: pageNumber }),
    answer: pageOf(CourseSummary),
  }),
  createCourse: route('POST', '/api/v1/courses', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: CourseInput,
    answer: dataOf(Course),
  }),
  showCourse: route('GET', '/api/v1/courses/{id}', {
    access: 'showcase',
    source: 'v1',
    answer: dataOf(Course),
  }),
  courseStudents: route('GET', '/api/v1/courses/{id}/students', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(CourseStudents),
  }),
  updateCourse: route('PATCH', '/api/v1/courses/{id}', {
    access: 'admin',
    source: 'v1',
    body: CoursePatch,
    answer: dataOf(Course),
  }),
  removeCourse: route('DELETE', '/api/v1/courses/{id}', {
    access: 'admin',
    source: 'v1',
    status: 204,
  }),

  createModule: route('POST', '/api/v1/courses/{id}/modules', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ModuleInput,
    answer: dataOf(Module),
  }),
  showModule: route('GET', '/api/v1/modules/{id}', {
    access: 'showcase',
    source: 'ours',
    answer: dataOf(ModulePage),
  }),
  updateModule: route('PATCH', '/api/v1/modules/{id}', {
    access: 'admin',
    source: 'v1',
    body: ModulePatch,
    answer: dataOf(Module),
  }),
  removeModule: route('DELETE', '/api/v1/modules/{id}', {
    access: 'admin',
    source: 'v1',
    status: 204,
  }),

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

  updateLessons: route('PATCH', '/api/v1/courses/{id}/lessons', {
    access: 'admin',
    source: 'ours',
    body: LessonsPatch,
    answer: dataOf(Course),
  }),
  removeLessons: route('POST', '/api/v1/courses/{id}/lessons/remove', {
    access: 'admin',
    source: 'ours',
    body: LessonsToRemove,
    answer: dataOf(Course),
  }),

  /** 409 `quiz_not_passed` if the lesson needs a quiz that the viewer has not passed. */
  saveProgress: route('PUT', '/api/v1/lessons/{id}/progress', {
    access: 'member',
    source: 'v1',
    body: ProgressInput,
    answer: dataOf(Progress),
  }),
  like: route('PUT', '/api/v1/lessons/{id}/like', {
    access: 'member',
    source: 'v1',
    answer: dataOf(Likes),
  }),
  unlike: route('DELETE', '/api/v1/lessons/{id}/like', {
    access: 'member',
    source: 'v1',
    answer: dataOf(Likes),
  }),

  // Lookups (C section 5): the options of pickers.
  coursesToPick: route('GET', '/api/auth/cursos/index/{tenant}', {
    access: 'member',
    source: 'C',
    answer: listOf(IdAndTitle),
  }),
  modulesToPick: route('GET', '/api/auth/platform/modules/{tenant}', {
    access: 'member',
    source: 'C',
    answer: listOf(z.object({ id: z.int(), title: z.string(), course_id: z.int() })),
  }),
  moduleWithLessons: route('GET', '/api/platform/auth/module/{moduleId}', {
    access: 'member',
    source: 'C',
    answer: dataOf(
      listOf(z.object({ id: z.int(), title: z.string(), lessons: listOf(IdAndTitle) })),
    ),
  }),
  lessonsToPick: route('GET', '/api/auth/aulas/allClasses/{tenant}', {
    access: 'admin',
    source: 'C',
    query: z.object({ page: pageNumber }),
    answer: pageOf(LessonToPick),
  }),
  searchLessons: route('GET', '/api/auth/aulas/search/{term}/{tenant}', {
    access: 'admin',
    source: 'C',
    params: { term: z.string().check(z.trim(), z.maxLength(200)) },
    query: z.object({ page: pageNumber }),
    answer: pageOf(LessonToPick),
  }),
};
