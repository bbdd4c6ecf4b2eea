import type { Community } from '@vitrine/contract/communities';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Platform } from '../platform/platform.ts';
import { statement } from '../platform/statement.ts';
import { versionedCache } from './versioned-cache.ts';

// The number of people who may enter a community. Counting reads a row of each, so a server keeps it
// until somebody joins, leaves, or gains or loses a product (migration 0171).

/** A column of a reader's statement, for `withMembersCount`. */
export const membersVersion = `coalesce((SELECT v.members_version FROM people_versions v), 0)
  AS members_version`;

const countMembers = statement({
  name: 'communities.members',
  sql: `SELECT CASE WHEN NOT c.is_private
    THEN (SELECT count(*) FROM members m WHERE m.erase_at IS NULL)
    ELSE (SELECT count(*) FROM members m WHERE is_staff(m.roles) AND m.erase_at IS NULL)
      + (SELECT count(*) FROM (
          SELECT DISTINCT mp.member_id FROM community_products cp
          JOIN products p ON p.id = cp.product_id AND p.status = 'active'
          JOIN member_products mp ON mp.product_id = cp.product_id
          WHERE cp.community_id = c.id) AS holder
        JOIN members m ON m.id = holder.member_id
        WHERE m.erase_at IS NULL AND NOT is_staff(m.roles)) END AS members
    FROM communities c WHERE c.id = :communityId`,
  row: z.object({ members: z.number() }),
});

const MAX_BYTES = 2 ** 20;
const NUMBER_BYTES = 16;
/** A community of so many members is counted once in ten seconds: an import changes it all the time. */
const LARGE_MEMBERS = 10_000;
const LARGE_MS = 10_000;
const MAX_LARGE_COMMUNITIES = 1_000;
const largeCounts = new LRUCache<string, number>({ max: MAX_LARGE_COMMUNITIES, ttl: LARGE_MS });
const cachedCount = versionedCache<number>({ maxBytes: MAX_BYTES, bytes: () => NUMBER_BYTES });

/** Adds the number of members for a viewer who may enter. Others get no number. */
export async function withMembersCount(
  { database }: Platform,
  community: Community,
  version: number,
): Promise<Community> {
  if (community.locked) return community;
  const { id, tenant_id } = community;
  const key = `${tenant_id}.${id}`;
  const count = async () => {
    const [row] = await database.reader(tenant_id).run(countMembers, { communityId: id });
    const members = row?.members ?? 0;
    if (members >= LARGE_MEMBERS) largeCounts.set(key, members);
    return members;
  };
  const members_count = largeCounts.get(key) ?? (await cachedCount(key, version, count));
  return { ...community, members_count };
}
