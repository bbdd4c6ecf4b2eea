import * as z from 'zod/mini';
import {
  body,
  dataOf,
  day,
  flagAnswer,
  id,
  idCursor,
  listOf,
  requiredText,
  route,
  time,
} from './core.ts';
import { ShownLevel } from './gamification.ts';
import { messages as common } from './messages.ts';
import { pointLimits, pointMessages } from './point-limits.ts';

// A member's score, and the entries that make it.

/** Why an entry scored nothing; null if it scored. */
const reasons = ['counted_before', 'bonus_given', 'no_product', 'before_reset', 'manual'] as const;

/** An entry of the ledger (contract, Settled on 2026-11-22). Points taken back are negative. */
export const Entry = z.object({
  id: z.int(),
  action: z.string(),
  /** The kind of the object of the action. For a bonus: the action that earned it. */
  object_kind: z.string(),
  points: z.int(),
  at: time,
  thing: z.nullable(
    z.object({
      kind: z.string(),
      id: z.int(),
      /** Empty if the object is gone, or if a post has neither title nor text. */
      title: z.string(),
      /** Null if the object is gone. */
      url: z.nullable(z.string()),
      /** For a post: its channel. */
      place: z.nullable(z.string()),
    }),
  ),
  /** For a bonus: the entries that earned it. */
  bonus_of: listOf(z.int()),
  reason: z.nullable(z.enum(reasons)),
  note: z.string(),
});
export type Entry = z.output<typeof Entry>;

/** The score of a member in the running season, with a page of the ledger. */
export const Score = z.object({
  score: z.int(),
  points_name: z.string(),
  level: z.nullable(ShownLevel),
  next_level: z.nullable(ShownLevel),
  ledger: listOf(Entry),
  next_cursor: z.nullable(z.string()),
  season_id: z.nullable(z.int()),
  /** Consecutive days with points, up to today or yesterday, in the member's time zone. */
  streak: z.int(),
  /** Whether each of the last seven days there had points. Today comes last. */
  week: listOf(flagAnswer),
  /** Ours: the day of this answer there. */
  today: day,
  /** Number of the season's entries that scored nothing. */
  unscored: z.int(),
  /** The season's points, by source. */
  sources: z.object({
    lessons: z.int(),
    community: z.int(),
    bonus: z.int(),
    login: z.int(),
    manual: z.int(),
  }),
});
export type Score = z.output<typeof Score>;

/** The parts of a ledger that can be read alone. */
const ledgerParts = ['lessons', 'community', 'bonus', 'unscored'] as const;
/** A part of a ledger. */
export type LedgerPart = (typeof ledgerParts)[number];

const scoreQuery = z.object({
  season: z.optional(id),
  /** Only the entries of this part. The sums stay those of the season. */
  part: z.optional(z.enum(ledgerParts)),
  cursor: idCursor,
});

const ManualInput = body({
  points: z.int(common.invalid).check(
    z.minimum(-pointLimits.points, common.invalid),
    z.maximum(pointLimits.points, common.invalid),
    z.refine((given) => given !== 0, common.invalid),
  ),
  reason: requiredText(pointLimits.note, common.required, pointMessages.noteTooLong),
});

/** Calls that read a member's score, or change it by hand. */
export const ledgerRoutes = {
  give: route('POST', '/api/v1/members/{id}/points', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ManualInput,
    answer: dataOf(z.object({ score: z.int() })),
  }),
  ofMember: route('GET', '/api/v1/members/{id}/score', {
    access: 'staff',
    source: 'v1',
    query: scoreQuery,
    answer: dataOf(Score),
  }),
  mine: route('GET', '/api/v1/me/score', {
    access: 'member',
    source: 'v1',
    query: scoreQuery,
    answer: dataOf(Score),
  }),
};
