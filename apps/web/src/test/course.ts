import type { Course, Lesson, LessonEntry, Module } from '@vitrine/contract/catalog';
import type { MyCourse } from '@vitrine/contract/me';

/** A published text lesson in the list of its module. */
export const lessonEntry = (
  id: number,
  title: string,
  overrides: Partial<LessonEntry> = {},
): LessonEntry => ({
  id,
  title,
  cover: null,
  kind: 'text',
  duration_seconds: null,
  published: 1,
  sample: 0,
  locked: false,
  seconds: 0,
  finished: false,
  ...overrides,
});

/** A published module of course 5, without lessons. */
export const courseModule = (
  id: number,
  title: string,
  overrides: Partial<Module> = {},
): Module => ({
  id,
  course_id: 5,
  title,
  cover: null,
  published: 1,
  completed_at: null,
  lessons: [],
  ...overrides,
});

/** A published course that the viewer may open, without modules. */
export const course = (overrides: Partial<Course> = {}): Course => ({
  id: 5,
  title: 'Retrato',
  cover: null,
  published: 1,
  locked: false,
  version: 1,
  description: '',
  upsell: null,
  offer: { price_text: '', button_text: '', button_url: null, learn: [], includes: [] },
  also: [],
  progress: 0,
  completed_at: null,
  product_ids: [],
  upsell_text: null,
  upsell_link: null,
  modules: [],
  ...overrides,
});

/** A published lesson of course 5 without video, files and neighbours. */
export const lesson = (overrides: Partial<Lesson> = {}): Lesson => ({
  id: 10,
  title: 'Luz de janela',
  content: '',
  content_html: null,
  cover: null,
  video_url: null,
  embed: null,
  link: null,
  duration_seconds: null,
  captions: [],
  files: [],
  published: 1,
  sample: 0,
  quiz: null,
  upsell: null,
  seconds: 0,
  finished: false,
  likes: 0,
  liked: false,
  course: { id: 5, title: 'Retrato', progress: 0 },
  module: { id: 1, title: 'Começo' },
  previous: null,
  next: null,
  modules: [],
  marquee: null,
  version: 1,
  ...overrides,
});

/** A course of 'Meus cursos' that the member has begun. */
export const myCourse = (overrides: Partial<MyCourse> = {}): MyCourse => ({
  id: 3,
  title: 'Macro sem mistério',
  cover: null,
  lessons: 12,
  done: 5,
  seconds: 9_000,
  seconds_left: 6_480,
  state: 'begun',
  last_lesson: null,
  next_lesson: null,
  held_since: '2026-01-02T12:00:00.000Z',
  completed_at: null,
  ...overrides,
});
