import * as z from 'zod/mini';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const earnedFile = statement({
  name: 'rewards.earned-file',
  sql: `SELECT EXISTS (
      SELECT FROM reward_earnings e JOIN rewards r ON r.id = e.reward_id
      WHERE e.member_id = :memberId AND r.file = :path) AS earned`,
  row: z.object({ earned: z.boolean() }),
});

/** Tells whether the member earned a reward that delivers this file. */
export async function earnedRewardFile(reader: TenantReader, memberId: number, path: string) {
  const [row] = await reader.run(earnedFile, { memberId, path });
  return row!.earned;
}
