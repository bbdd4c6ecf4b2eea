import * as z from 'zod/mini';
import { dataOf, listOf, route } from './core.ts';

/**
 * A header, `{school}-{member}`: the viewer that an answer is for. The member is 0 for a visitor.
 */
export const ANSWER_OWNER = 'vitrine-viewer';

/** Ours, because the specification has no lessons without a connection. */
export const limits = {
  /** Maximum number of lessons that a browser stores, and of ids in one call. */
  lessons: 200,
  /** Days for which the server remembers a key that begins with `QUEUED_KEY_PREFIX`. */
  queuedKeyDays: 7,
} as const;

/** The prefix of an `Idempotency-Key` of a request that was queued offline. */
export const QUEUED_KEY_PREFIX = 'queued-';

/** Ids in one parameter: `3,12`. */
const lessonIds = z.pipe(
  z.string().check(z.maxLength(limits.lessons * 17), z.regex(/^[1-9]\d{0,15}(?:,[1-9]\d{0,15})*$/)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(z.int()).check(z.maxLength(limits.lessons)),
  ),
);

/** Ours: the lessons that a device may keep. */
export const offline = {
  /**
   * The given lessons that the viewer may open now. The device deletes its copies of the others.
   */
  openLessons: route('GET', '/api/v1/me/open-lessons', {
    access: 'member',
    source: 'ours',
    query: z.object({ ids: lessonIds }),
    answer: dataOf(listOf(z.int())),
  }),
};
