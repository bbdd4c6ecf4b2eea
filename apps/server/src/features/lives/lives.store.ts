import {
  limits,
  messages,
  type EditableLive,
  type LiveInput,
  type LivePatch,
} from '@vitrine/contract/lives';
import { sql } from 'kysely';
import { setProducts } from '../../kit/access/product-access.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';
import { constraint, invalid, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

// The only file that writes `lives` and `live_products`.

constraint('lives_end', () => invalid({ ends_at: [messages.endFirst] }));

const editable = sql<EditableLive>`
  l.id, l.title, l.url, l.starts_at, l.ends_at, l.open_to_all, l.recording_url, ARRAY(
    SELECT lp.product_id FROM live_products lp WHERE lp.live_id = l.id ORDER BY lp.product_id
  ) AS product_ids,
  (SELECT count(*) FROM live_reminders r WHERE r.live_id = l.id)::integer AS reminders`;

/** Lists the lives for their admins, newest first, with the clock that tells which are on air. */
export async function listEditableLives({ db }: TenantTransaction) {
  const { rows } = await sql<EditableLive & { now: Date }>`
    SELECT ${editable}, ${new Date()}::timestamptz AS now FROM lives l ORDER BY l.starts_at DESC, l.id DESC`.execute(
    db,
  );
  return rows;
}

async function readEditableLive({ db }: TenantTransaction, id: number) {
  const { rows } = await sql<EditableLive>`
    SELECT ${editable} FROM lives l WHERE l.id = ${id}`.execute(db);
  return orNotFound(rows[0]);
}

/** Throws 409 for a school that has the maximum of lives, and 404 for a foreign product. */
export async function addLive(tx: TenantTransaction, { product_ids = [], ...input }: LiveInput) {
  await lockLives(tx);
  const { count } = await tx.db
    .selectFrom('lives')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limits.perSchool) throw refuse('lives_full', messages.full, 409);
  const { id } = await tx.db
    .insertInto('lives')
    .values({ ...columnsOf(input), open_to_all: product_ids.length === 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(tx, { table: 'live_products', column: 'live_id' }, id, product_ids);
  return readEditableLive(tx, id);
}

/** Locks the row: with two concurrent changes, products and `open_to_all` would not match. */
export async function changeLive(
  tx: TenantTransaction,
  id: number,
  { product_ids, ...patch }: LivePatch,
) {
  const changed = await tx.db
    .updateTable('lives')
    .set(
      definedColumns({
        ...columnsOf(patch),
        open_to_all: product_ids && product_ids.length === 0,
      }),
    )
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  orNotFound(changed);
  if (product_ids)
    await setProducts(tx, { table: 'live_products', column: 'live_id' }, id, product_ids);
  return readEditableLive(tx, id);
}

/** Removes a live with its conversation, which may be long. Throws 404 for an unknown id. */
export async function removeLive(tx: TenantTransaction, id: number) {
  await allowLongStatement(tx);
  orNotFound(
    await tx.db.deleteFrom('lives').where('id', '=', id).returning('id').executeTakeFirst(),
  );
}

const columnsOf = <T extends LivePatch>({
  title,
  url,
  starts_at,
  ends_at,
  recording_url,
}: T): Pick<T, 'title' | 'url' | 'starts_at' | 'ends_at' | 'recording_url'> => ({
  title,
  url,
  starts_at,
  ends_at,
  recording_url,
});

/** Serialises additions, so that the limit holds. */
const lockLives = (tx: TenantTransaction) => lockUntilCommit(tx, 'lives');
