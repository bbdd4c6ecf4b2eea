import * as z from 'zod/mini';
import { eventKind } from '../../platform/events.ts';
import { statement } from '../../platform/statement.ts';

/**
 * The rows of one statement have ids in a range. Rows of other statements within it are announced
 * once more.
 */
const receivers = statement({
  name: 'notifications.receivers',
  sql: `SELECT DISTINCT n.member_id FROM notifications n
    WHERE n.id BETWEEN :id::bigint AND :last::bigint AND n.shown
      AND n.member_id = ANY (:memberIds::bigint[])`,
  row: z.object({ member_id: z.number() }),
});

eventKind('notification', async (reader, id, memberIds, last) => {
  const rows = await reader.run(receivers, { id, last, memberIds });
  return { data: {}, readers: rows.map(({ member_id }) => member_id) };
});
