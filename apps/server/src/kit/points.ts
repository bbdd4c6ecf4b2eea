import { POINTS_HEADER } from '@vitrine/contract/core';
import type { Action } from '@vitrine/contract/points';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { TenantReader } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { zoneOf } from './rows/zone-of.ts';

// Features award points only through this file (migration 0058). PostgreSQL writes the ledger, the
// score, the bonus of the day and the rewards in the transaction of the action.

/** SQL for the statement of an action: awards its points to `:memberId`, and returns them. */
export const awardPointsSql = (
  action: Action,
  object: { kind: string; id: string },
  thing: { kind: string; id: string; title?: string; url?: string } = object,
) => `award_points(:memberId::bigint, '${action}', '${object.kind}', ${object.id},
  '${thing.kind}', ${thing.id}, ${thing.title ?? 'NULL'}, ${thing.url ?? 'NULL'})`;

/** The ledger names a post without a title by this many characters of its text. */
export const POST_WORDS_LENGTH = 80;

interface ScoredObject {
  memberId: number;
  action: Action;
  /** The action scores once per object. */
  object: { kind: string; id: number };
}

interface ScoredAction extends ScoredObject {
  /** The thing that the ledger names and links to. Lessons, modules and courses need no title here. */
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
 * 'post', id }, thing: { kind: 'post', id, title, url } })`. An object scores only once.
 * @returns the points gained, the bonus of the day included
 */
export async function awardPoints(
  writer: TenantReader,
  { memberId, action, object, thing = object }: ScoredAction,
): Promise<number> {
  const { kind, id, title = null, url = null } = thing as NonNullable<ScoredAction['thing']>;
  const [row] = await writer.run(award, {
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

/** Sends the points that an action gained, in a header (decision 0049). */
export function sendPointsHeader(reply: FastifyReply, points: number | null) {
  if (points) reply.header(POINTS_HEADER, points);
}

const takeBack = statement({
  name: 'points.take-back',
  sql: `SELECT take_back_points(:memberId::bigint, :action, :objectKind, :objectId::bigint)::text AS done`,
  row: z.object({ done: z.string() }),
});

/** Takes back the points of a text that its author removed, by a ledger entry of its own. */
export async function takeBackPoints(
  writer: TenantReader,
  { memberId, action, object }: ScoredObject,
) {
  await writer.run(takeBack, { memberId, action, objectKind: object.kind, objectId: object.id });
}

const signIn = statement({
  name: 'points.sign-in',
  sql: `SELECT award_points(:memberId::bigint, 'login', 'day',
    (now() AT TIME ZONE ${zoneOf(':memberId')})::date - date '1970-01-01', NULL, NULL) AS points`,
  row: z.object({ points: z.number() }),
});

/** Scores once a day, as the member's time zone has it. */
export async function awardSignIn(writer: TenantReader, memberId: number) {
  await writer.run(signIn, { memberId });
}

const earn = statement({
  name: 'points.earn-rewards',
  sql: `SELECT earn_rewards(:memberId::bigint)::text AS done`,
  row: z.object({ done: z.string() }),
});

/** Grants rewards for an action that scores nothing, but may meet a criterion: a passed quiz. */
export async function earnRewards(writer: TenantReader, memberId: number) {
  await writer.run(earn, { memberId });
}
