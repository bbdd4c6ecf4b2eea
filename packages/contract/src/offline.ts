import * as z from 'zod/mini';
import { dataOf, listOf, route } from './core.ts';

/** `{school}-{member}` of whoever an answer was made for; the member is 0 for a visitor. */
export const ANSWER_OWNER = 'vitrine-viewer';

export const limits = {
  /** As many as a browser keeps at most, and asks about in one call. */
  lessons: 200,
  /** For so long the server knows a key that begins with `QUEUED_KEY_PREFIX`. */
  queuedKeyDays: 7,
} as const;

/** Begins the `Idempotency-Key` of what was written without a line. */
export const QUEUED_KEY_PREFIX = 'queued-';

/** `3,12`: ids as one parameter. */
const lessonIds = z.pipe(
  z.string().check(z.maxLength(limits.lessons * 17), z.regex(/^[1-9]\d{0,15}(?:,[1-9]\d{0,15})*$/)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(z.int()).check(z.maxLength(limits.lessons)),
  ),
);

export const offline = {
  /** Of these lessons, those that the reader may open now: a device lets go of the others. */
  openLessons: route('GET', '/api/v1/me/open-lessons', {
    access: 'member',
    source: 'ours',
    query: z.object({ ids: lessonIds }),
    answer: dataOf(listOf(z.int())),
  }),
};
