import { POINTS_HEADER } from '@vitrine/contract/core';
import type { Action } from '@vitrine/contract/points';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { TenantTransaction } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

// The one way in which features score (migration 0058). The ledger, the score, the bonus of the day
// and the rewards are written in the transaction of the action.

/** As SQL, for the statement of an action: the points that `:memberId` gains by it. */
export const awardPointsSql = (
  action: Action,
  object: { kind: string; id: string },
  thing: { kind: string; id: string; title?: string; url?: string } = object,
) => `award_points(:memberId::bigint, '${action}', '${object.kind}', ${object.id},
  '${thing.kind}', ${thing.id}, ${thing.title ?? 'NULL'}, ${thing.url ?? 'NULL'})`;

/** So much of a post without a title names it in the ledger, in characters. */
export const POST_WORDS_LENGTH = 80;

interface ScoredObject {
  memberId: number;
  action: Action;
  /** It scores once per object. */
  object: { kind: string; id: number };
}

interface ScoredAction extends ScoredObject {
  /** What the ledger names and links to. Lessons, modules and courses are named by their tables. */
  thing?: { kind: string; id: number; title?: string; url?: string };
}

const award = statement({
  name: 'points.award',
  sql: `SELECT award_points(:memberId::bigint, :action, :objectKind, :objectId::bigint,
    :thingKind, :thingId::bigint, :title, :url) AS points`,
  row: z.object({ points: z.number() }),
});

/**
 * Scores an action in its transaction: `awardPoints(tx, { memberId, action: 'post', object: { kind:
 * 'post', id }, thing: { kind: 'post', id, title, url } })`. Twice for one object scores once.
 * @returns the points gained, the bonus of the day included
 */
export async function awardPoints(
  tx: Pick<TenantTransaction, 'run'>,
  { memberId, action, object, thing = object }: ScoredAction,
): Promise<number> {
  const { kind, id, title = null, url = null } = thing as NonNullable<ScoredAction['thing']>;
  const [row] = await tx.run(award, {
    memberId,
    action,
    objectKind: object.kind,
    objectId: object.id,
    thingKind: kind,
    thingId: id,
    title,
    url,
  });
  return row!.points;
}

/** Tells the caller what their action gained, in a header (decision 0049). */
export function tellPoints(reply: FastifyReply, points: number | null) {
  if (points) reply.header(POINTS_HEADER, points);
}

const takeBack = statement({
  name: 'points.take-back',
  sql: `SELECT take_back_points(:memberId::bigint, :action, :objectKind, :objectId::bigint)::text AS done`,
  row: z.object({ done: z.string() }),
});

/** The author removed what they wrote: its points go by an entry of its own. */
export async function takeBackPoints(
  tx: Pick<TenantTransaction, 'run'>,
  { memberId, action, object }: ScoredObject,
) {
  await tx.run(takeBack, { memberId, action, objectKind: object.kind, objectId: object.id });
}

const signIn = statement({
  name: 'points.sign-in',
  sql: `SELECT award_points(:memberId::bigint, 'login', 'day',
    extract(epoch FROM now())::bigint / 86400, NULL, NULL) AS points`,
  row: z.object({ points: z.number() }),
});

/** Scores once a day (UTC). */
export async function awardSignIn(tx: Pick<TenantTransaction, 'run'>, memberId: number) {
  await tx.run(signIn, { memberId });
}

const earn = statement({
  name: 'points.earn-rewards',
  sql: `SELECT earn_rewards(:memberId::bigint)::text AS done`,
  row: z.object({ done: z.string() }),
});

/** For an action that scores nothing but may meet a reward's criterion: a quiz that was passed. */
export async function earnRewards(tx: Pick<TenantTransaction, 'run'>, memberId: number) {
  await tx.run(earn, { memberId });
}
