import { actions, type Yesterday } from '@vitrine/contract/points';
import * as z from 'zod/mini';
import { personJson } from '../../kit/person-json.ts';
import { atMost } from '../../kit/rows/pagination.ts';
import { uncountedCte } from '../../kit/uncounted-members.ts';
import { statement } from '../../platform/statement.ts';

/**
 * Reads a day of the ledger from the index `point_entries_of_month` alone. A school without points
 * has no ledger, and gets no examples.
 */
export const yesterday = statement({
  name: 'points.yesterday',
  sql: atMost(
    actions.length,
    `WITH ${uncountedCte},
     best AS MATERIALIZED (
       -- The most times, then the lowest id. Sorting all members by their action took longer.
       SELECT best_of.action, -best_of.most[2] AS member_id, best_of.most[1] AS times FROM (
         SELECT it.action, max(ARRAY[it.times, -it.member_id]) AS most FROM (
           SELECT e.action, e.member_id, count(*) AS times
           FROM point_entries e
           WHERE e.reason IS NULL AND e.period = 0 AND NOT e.taken_back
             AND e.at >= (date_trunc('day', now(), 'UTC') - interval '1 day')
             AND e.at < date_trunc('day', now(), 'UTC')
           GROUP BY e.action, e.member_id) AS it
         WHERE it.action <> 'bonus' AND it.member_id NOT IN (SELECT id FROM uncounted)
         GROUP BY it.action) AS best_of
       LIMIT ${actions.length})
     SELECT best.action, ${personJson('m')} AS user, best.times
     FROM best JOIN members m ON m.id = best.member_id
     ORDER BY best.action`,
  ),
  row: z.object({
    action: z.string(),
    user: z.custom<Yesterday['user']>(),
    times: z.number(),
  }),
});
