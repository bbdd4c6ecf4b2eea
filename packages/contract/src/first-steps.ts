import * as z from 'zod/mini';
import { dataOf, route } from './core.ts';

/** The checklist of a new school. The server derives each step from the school's data. */
export const FirstSteps = z.object({
  dismissed: z.boolean(),
  look: z.object({
    done: z.boolean(),
    logo: z.nullable(z.string()),
    font: z.string(),
    color: z.string(),
  }),
  product: z.object({
    done: z.boolean(),
    id: z.nullable(z.int()),
    title: z.nullable(z.string()),
    courses_count: z.int(),
    /** The covers of its newest courses, at most two. */
    covers: z.array(z.string()),
  }),
  course: z.object({
    done: z.boolean(),
    id: z.nullable(z.int()),
    title: z.nullable(z.string()),
    cover: z.nullable(z.string()),
    lessons_count: z.int(),
  }),
  /** `image` of the first banner. Null: it has none, or a video only. */
  banner: z.object({ done: z.boolean(), image: z.nullable(z.string()) }),
  /** Done once an admin has viewed the school as a student; `joined` once a student exists. */
  student: z.object({ done: z.boolean(), joined: z.boolean() }),
});
export type FirstSteps = z.output<typeof FirstSteps>;

/** Ours: the checklist that an admin sees on a new school's home page. */
export const firstSteps = {
  show: route('GET', '/api/v1/first-steps', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(FirstSteps),
  }),
  /** Hides the checklist from everybody at the school. */
  dismiss: route('POST', '/api/v1/first-steps/dismiss', {
    access: 'admin',
    source: 'ours',
    status: 204,
  }),
  /** Records that an admin has viewed the school as a student. */
  studentSeen: route('POST', '/api/v1/first-steps/student-seen', {
    access: 'admin',
    source: 'ours',
    status: 204,
  }),
};
