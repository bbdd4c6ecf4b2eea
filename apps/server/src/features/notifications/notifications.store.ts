import {
  preferenceKinds,
  type Preferences,
  type PreferencesInput,
} from '@vitrine/contract/notifications';
import { recordOf } from '@vitrine/contract/record-of';
import * as z from 'zod/mini';
import { communityAccess, readerCte } from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { requireTimeZone } from '../../kit/require-time-zone.ts';
import { notFound } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { newToken } from '../../platform/secrets.ts';
import { statement } from '../../platform/statement.ts';

// Read or not --------------------------------------------------------------------------------------

interface MarkOptions {
  read: boolean;
  ids?: number[] | undefined;
  all?: boolean | undefined;
}

/** Marks all of the member's notifications that `ids` names, or none if one of them is not theirs. */
export async function markNotifications(
  { db }: TenantTransaction,
  memberId: number,
  { read, ids = [], all = false }: MarkOptions,
) {
  const uniqueIds = [...new Set(ids)];
  const ownNotifications = db
    .updateTable('notifications')
    .set({ read })
    .where('member_id', '=', memberId)
    .where('shown', '=', true);
  if (all) await ownNotifications.where('read', '=', !read).execute();
  else if (
    (await ownNotifications.where('id', 'in', uniqueIds).returning('id').execute()).length <
    uniqueIds.length
  )
    throw notFound();
}

// Preferences --------------------------------------------------------------------------------------

const openCommunities = statement({
  name: 'notifications.communities',
  sql: `WITH ${readerCte}
    SELECT c.id AS community_id, c.title, EXISTS (SELECT FROM notification_mutes q
      WHERE q.member_id = :memberId::bigint
        AND q.community_id = c.id) AS muted
    FROM communities c ${communityAccess('c')}
    WHERE c_access.open
    ORDER BY c.position, c.id`,
  row: z.object({ community_id: z.number(), title: z.string(), muted: z.boolean() }),
});

/** The communities that the member may enter, in their order. */
export const listCommunities = (reader: TenantReader, viewer: CourseViewer) =>
  reader.run(openCommunities, viewerValues(viewer));

/** The member's preferences. Without a row: platform on, e-mail off (contract, Notifications). */
export async function readPreferences(
  tx: TenantTransaction,
  viewer: CourseViewer,
): Promise<Preferences> {
  const row = await tx.db
    .selectFrom('notification_preferences')
    .selectAll()
    .where('member_id', '=', viewer.id)
    .executeTakeFirst();
  const channels = recordOf(preferenceKinds, (kind) => ({
    platform: row?.[`${kind}_platform`] ?? true,
    email: row?.[`${kind}_email`] ?? false,
  }));
  const communities = await listCommunities(tx, viewer);
  return {
    ...channels,
    communities: communities.filter(({ muted }) => !muted).map((one) => one.community_id),
  };
}

/** Saves the preferences. The choice for a community that the member may not enter is kept. */
export async function savePreferences(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { body: { communities, time_zone, ...input }, base }: { body: PreferencesInput; base: string },
): Promise<Preferences> {
  const open = (await listCommunities(tx, viewer)).map(({ community_id }) => community_id);
  const chosen = new Set(communities);
  if (communities.some((id) => !open.includes(id))) throw notFound();
  await requireTimeZone(tx, time_zone);
  const values = Object.fromEntries(
    preferenceKinds.flatMap((kind) => [
      [`${kind}_platform`, input[kind].platform],
      [`${kind}_email`, input[kind].email],
    ]),
  );
  const reached = { base_url: base, ...(time_zone !== undefined && { time_zone }) };
  await tx.db
    .insertInto('notification_preferences')
    .values({ member_id: viewer.id, unsubscribe_token: newToken(), ...reached, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'member_id']).doUpdateSet((eb) => ({
        ...reached,
        ...values,
        // Rows from before there were mails have none.
        unsubscribe_token: eb.fn.coalesce(
          'notification_preferences.unsubscribe_token',
          'excluded.unsubscribe_token',
        ),
      })),
    )
    .execute();
  const muted = open.filter((id) => !chosen.has(id));
  if (chosen.size)
    await tx.db
      .deleteFrom('notification_mutes')
      .where('member_id', '=', viewer.id)
      .where('community_id', 'in', [...chosen])
      .execute();
  if (muted.length)
    await tx.db
      .insertInto('notification_mutes')
      .values(muted.map((community_id) => ({ member_id: viewer.id, community_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return readPreferences(tx, viewer);
}
