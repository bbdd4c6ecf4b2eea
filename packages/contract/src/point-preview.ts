import * as z from 'zod/mini';
import { body, dataOf, listOf, route } from './core.ts';
import { ShownLevel } from './gamification.ts';
import { Person } from './people.ts';
import { pointLimits } from './point-limits.ts';
import { parameters, perDay } from './point-rules.ts';
import { wholeNumber } from './settings-values.ts';

// An admin tries rules before they are saved.

const PreviewInput = body({
  ...parameters,
  ...perDay,
  days: z._default(wholeNumber(1, pointLimits.previewDays), 30),
});
/** Rules that are not saved yet, and the days whose actions they would score. */
export type PreviewInput = z.output<typeof PreviewInput>;

/** A figure with the saved rules, and with the tried ones. */
const compared = z.object({ saved: z.int(), tried: z.int() });

/** Number of columns of a preview's plot. */
export const PLOT_COLUMNS = 24;

/** The points, ranks, levels and rewards that unsaved rules would give (contract, Points). */
export const Preview = z.object({
  points: z.int(),
  members: z.int(),
  ranking: listOf(
    z.object({
      position: z.int(),
      user: Person,
      score: z.int(),
      /** The position with the saved rules; null if it is not among the first 100. */
      saved_position: z.nullable(z.int()),
    }),
  ),
  level_ups: listOf(z.object({ member: Person, level: ShownLevel })),
  rewards: listOf(
    z.object({ member: Person, reward: z.object({ id: z.int(), name: z.string() }) }),
  ),
  /** The members who score with one of both rules. */
  comparison: z.object({
    /** Half of them have at least this score. */
    half: compared,
    /** The level whose number of members changes most; null if none does. */
    level: z.nullable(z.object({ level: ShownLevel, members: compared })),
    /** The member who climbs most among the first 100; null if nobody climbs. */
    climber: z.nullable(z.object({ user: Person, saved: z.nullable(z.int()), tried: z.int() })),
    /**
     * Members by score. Each column spans `step` points; 5 in 100 members may be beyond the last.
     */
    plot: z.object({ step: z.int(), saved: listOf(z.int()), tried: listOf(z.int()) }),
  }),
});
export type Preview = z.output<typeof Preview>;

/** The student who scored an action most often yesterday (UTC). */
export const Yesterday = z.object({ action: z.string(), user: Person, times: z.int() });
export type Yesterday = z.output<typeof Yesterday>;

/** Calls that tell what unsaved rules would give. */
export const previewRoutes = {
  preview: route('POST', '/api/v1/points/preview', {
    access: 'admin',
    source: 'v1',
    body: PreviewInput,
    answer: dataOf(Preview),
  }),
  yesterday: route('GET', '/api/v1/points/yesterday', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(listOf(Yesterday)),
  }),
};
