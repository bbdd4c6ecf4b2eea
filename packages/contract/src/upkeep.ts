import * as z from 'zod/mini';
import { dataOf, route } from './core.ts';

export const limits = {
  /** Older failures are no news. */
  failureDays: 7,
  /** A school with more is told so many. */
  mostFailures: 99,
} as const;

/** What an owner has to look after: at most `mostFailures` each, of the last days. */
const Upkeep = z.object({
  mails_failed: z.int(),
  imports_failed: z.int(),
  used_bytes: z.int(),
  limit_bytes: z.int(),
});

export const upkeep = {
  show: route('GET', '/api/v1/upkeep', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(Upkeep),
  }),
};
