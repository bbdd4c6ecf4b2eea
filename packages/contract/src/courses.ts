import * as z from 'zod/mini';
import { urlField } from './addresses.ts';
import { limits, messages } from './catalog-limits.ts';
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
import { CourseOffer, CourseOfferPatch, IdAndTitle, Upsell } from './course-offers.ts';
import { LessonEntry } from './lessons.ts';
import { messages as common } from './messages.ts';
import { richText } from './settings-values.ts';

// Input -----------------------------------------------------------------------------------------

const title = requiredText(limits.title, common.required, common.titleTooLong);
const description = richText(limits.description, messages.descriptionTooLong);
const upsell_text = trimmedText(limits.upsellText, messages.upsellTooLong);

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
  version: z.optional(z.int()),
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

// Answers ----------------------------------------------------------------------------------------

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

// Routes ----------------------------------------------------------------------------------------

/** v1; the rest are ours. Students get 404 for drafts. */
export const courseRoutes = {
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
};
