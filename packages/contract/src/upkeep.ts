import * as z from 'zod/mini';
import { dataOf, route } from './core.ts';

/** Ours. */
export const limits = {
  /** Only failures of the last days count. */
  failureDays: 7,
  /** Maximum count in the answer. */
  maxFailures: 99,
} as const;

/**
 * The things that an owner must look after. Each count is at most `maxFailures`, over the last `failureDays`
 * days.
 */
const Upkeep = z.object({
  mails_failed: z.int(),
  imports_failed: z.int(),
  used_bytes: z.int(),
  limit_bytes: z.int(),
});

/** Ours: the failures and the storage that an owner should look after. */
export const upkeep = {
  show: route('GET', '/api/v1/upkeep', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(Upkeep),
  }),
};
