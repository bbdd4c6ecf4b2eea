import { limits, messages } from '@vitrine/contract/posts';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { countAgainstLimit, rateLimitsValues, rateLimitValues } from '../../kit/member-rate.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** A text, and whom it names, as they count against the writer's rates. */
export const actsOf = (act: 'post' | 'comment', { mentions }: { mentions: number[] }) => [
  { act, count: 1, perMinute: limits.perMinute[act] },
  ...(mentions.length
    ? [{ act: 'mention', count: mentions.length, perMinute: limits.perMinute.mention }]
    : []),
];

/** For a statement with `rateLimitCte`, or one that names people, with `rateLimitsCte`. */
export const valuesOfActs = (acts: ReturnType<typeof actsOf>) => ({
  ...rateLimitValues(acts[0]!),
  ...rateLimitsValues(acts),
});

/** Counts the members whom a change names against the limit, like those of a new text. */
export async function countMentions(tx: TenantTransaction, viewer: CourseViewer, named: number[]) {
  if (!named.length) return;
  await countAgainstLimit(tx, {
    memberId: viewer.id,
    act: 'mention',
    count: named.length,
    perMinute: limits.perMinute.mention,
    message: messages.tooFast,
  });
}
