import * as z from 'zod/mini';
import { dataOf, route } from './core.ts';

/** What a new school does first, each step told from the school's own facts. */
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
  }),
  course: z.object({
    done: z.boolean(),
    id: z.nullable(z.int()),
    title: z.nullable(z.string()),
    cover: z.nullable(z.string()),
    lessons_count: z.int(),
  }),
  banner: z.object({ done: z.boolean() }),
  /** Done once somebody has looked as a student; `joined` once there is one. */
  student: z.object({ done: z.boolean(), joined: z.boolean() }),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const firstSteps = {
  show: route('GET', '/api/v1/first-steps', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(FirstSteps),
  }),
  /** The checklist is not shown again, to nobody of the school. */
  dismiss: route('POST', '/api/v1/first-steps/dismiss', {
    access: 'admin',
    source: 'ours',
    status: 204,
  }),
  /** Somebody has looked at the school as a student. */
  studentSeen: route('POST', '/api/v1/first-steps/student-seen', {
    access: 'admin',
    source: 'ours',
    status: 204,
  }),
};
