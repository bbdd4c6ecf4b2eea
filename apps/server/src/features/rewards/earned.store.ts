import type { EarnedReward } from '@vitrine/contract/rewards';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { isoUtc } from '../../kit/iso-utc.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { deliverablesOf, type DeliverableColumns, type OpenFile } from './deliverables.ts';

const earned = statement({
  name: 'rewards.earned',
  sql: `SELECT r.id, json_build_object('id', r.id, 'name', r.name, 'description', r.description,
      'animation', r.animation, 'song', r.song, 'img', r.img, 'earned_at', ${isoUtc('e.earned_at')},
      'seen', e.seen_at IS NOT NULL, 'links', r.links, 'embed', r.embed, 'file', r.file,
      'file_name', r.file_name, 'deliverable_product', r.deliverable_product,
      'product_title', (SELECT p.title FROM products p WHERE p.id = r.deliverable_product)) AS reward
    FROM reward_earnings e JOIN rewards r ON r.id = e.reward_id
    WHERE e.member_id = :memberId
    ORDER BY e.earned_at DESC, r.id DESC`,
  row: z.object({
    id: z.number(),
    reward: z.custom<Omit<EarnedReward, 'deliverables'> & DeliverableColumns>(),
  }),
});

/** The latest first; removed rewards stay with who earned them. */
export async function listEarned(
  tx: TenantTransaction,
  open: OpenFile,
  memberId: number,
): Promise<EarnedReward[]> {
  const rows = await tx.run(earned, { memberId });
  return rows.map(({ reward }) => ({ ...reward, deliverables: deliverablesOf(reward, open) }));
}

export async function markSeen({ db }: TenantTransaction, memberId: number, rewardId: number) {
  const seen = await db
    .updateTable('reward_earnings')
    .set({ seen_at: sql`coalesce(seen_at, now())` })
    .where('member_id', '=', memberId)
    .where('reward_id', '=', rewardId)
    .returning('reward_id')
    .executeTakeFirst();
  orNotFound(seen);
}
