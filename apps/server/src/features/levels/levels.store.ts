import type { Level, LevelChange, LevelInput } from '@vitrine/contract/levels';
import * as z from 'zod/mini';
import { addPermissions, listPermissions } from '../../kit/access/product-permissions.ts';
import { claimFile, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { notifyOfLevel } from '../../kit/notify/notify-of-level.ts';
import { definedColumns, definedFields } from '../../kit/rows/defined-columns.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const shown = [
  'id',
  'tenant_id',
  'name',
  'needed_score',
  'color',
  'img',
  'img as url_img',
  'show_level_on_profile',
  'show_score_on_profile',
  'animation',
] as const;

/** The lowest first. */
export const listLevels = ({ db }: TenantTransaction): Promise<Level[]> =>
  db
    .selectFrom('levels')
    .select(shown)
    .orderBy('needed_score')
    .orderBy('id')
    .$castTo<Level>()
    .execute();

/** One level with its image as a path. 404 in another school. */
export async function readLevel({ db }: TenantTransaction, id: number): Promise<Level> {
  const row = await db
    .selectFrom('levels')
    .select(shown)
    .where('id', '=', id)
    .$castTo<Level>()
    .executeTakeFirst();
  return orNotFound(row);
}

/**
 * Adds a level. Nobody reaches it before it has a product (contract, Points). 422 for an image that
 * is no uploaded badge.
 */
export async function addLevel(
  tx: TenantTransaction,
  { tenant_id: _, img, ...input }: LevelInput,
): Promise<Level> {
  const { id } = await tx.db
    .insertInto('levels')
    .values({
      ...definedFields(input),
      name: input.name,
      img: await badgeToKeep(tx, img ?? null),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readLevel(tx, id);
}

/**
 * Changes the given fields. Another threshold notifies members who rise by it; those who fall get
 * no notification. The former image is released.
 */
export async function changeLevel(
  tx: TenantTransaction,
  { tenant_id: _, id, img, ...input }: LevelChange,
): Promise<Level> {
  const before = await lockLevel(tx, id);
  const storedImage =
    img === undefined || img === before.img ? before.img : await badgeToKeep(tx, img);
  await tx.db
    .updateTable('levels')
    .set({ ...definedColumns(input), img: storedImage })
    .where('id', '=', id)
    .execute();
  if (storedImage !== before.img) await releaseFiles(tx, 'level_files', [before.img]);
  const { needed_score = before.needed_score } = input;
  if (needed_score !== before.needed_score) await notifyOfLevel(tx, { levelId: id });
  return readLevel(tx, id);
}

/** Deletes a level with its products, and releases its image. Its members have the next lower one. */
export async function removeLevel(tx: TenantTransaction, id: number) {
  const { img } = await lockLevel(tx, id);
  await allowLongStatement(tx);
  await tx.db.deleteFrom('levels').where('id', '=', id).execute();
  await releaseFiles(tx, 'level_files', [img]);
}

const descents = statement({
  name: 'levels.descents',
  sql: `WITH holders AS MATERIALIZED (
      SELECT DISTINCT lp.level_id, mp.member_id FROM level_products lp
      JOIN products p ON p.id = lp.product_id AND p.status = 'active'
      JOIN member_products mp ON mp.product_id = lp.product_id
      JOIN levels l ON l.id = lp.level_id
      WHERE l.needed_score >= (SELECT it.needed_score FROM levels it WHERE it.id = :levelId))
    SELECT count(*)::int AS down FROM levels it
    JOIN point_seasons run ON run.ended_at IS NULL
    JOIN point_scores s ON s.season_id = run.id
      AND s.score >= it.needed_score
    JOIN holders own ON own.level_id = it.id AND own.member_id = s.member_id
    JOIN members m ON m.id = s.member_id AND NOT is_staff(m.roles) AND m.erase_at IS NULL
    WHERE it.id = :levelId
      AND (s.score < :neededScore::bigint OR :productIds::bigint[] IS NOT NULL AND NOT EXISTS (
        SELECT FROM member_products mp
        JOIN products p ON p.id = mp.product_id AND p.status = 'active'
        WHERE mp.member_id = s.member_id AND mp.product_id = ANY (:productIds::bigint[])))
      AND NOT EXISTS (
      SELECT FROM holders h JOIN levels higher ON higher.id = h.level_id
      WHERE h.member_id = s.member_id AND higher.id <> it.id AND higher.needed_score <= s.score)`,
  row: z.object({ down: z.number() }),
});

/**
 * Counts the students on this level who would lose it by another threshold, or by other products.
 * Null is no change.
 */
export async function countDescents(
  tx: TenantTransaction,
  levelId: number,
  changed: { neededScore: number | null; productIds: number[] | null },
) {
  await readLevel(tx, levelId);
  const [found] = await tx.run(descents, { levelId, ...changed });
  return found!.down;
}

const lockLevel = async ({ db }: TenantTransaction, id: number) =>
  orNotFound(
    await db
      .selectFrom('levels')
      .select(['img', 'needed_score'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );

const badgeToKeep = async (tx: TenantTransaction, img: string | null) =>
  img && (await claimFile(tx, img, 'badge', 'img')).path;

const productsOf = (id: number) => ({ table: 'level_products', column: 'level_id', id }) as const;

/** The products whose members may reach it, by title. None: nobody reaches it. */
export async function listLevelProducts(tx: TenantTransaction, levelId: number) {
  await readLevel(tx, levelId);
  return listPermissions(tx, productsOf(levelId));
}

/**
 * Lets the members of more products reach it, and notifies those who have its score. `putBack`: it
 * was removed a moment ago, so nobody is notified again.
 */
export async function addLevelProducts(
  tx: TenantTransaction,
  levelId: number,
  productIds: number[],
  { putBack }: { putBack: boolean },
) {
  await readLevel(tx, levelId);
  const added = await addPermissions(tx, productsOf(levelId), productIds);
  await notifyOfLevel(tx, { levelId, putBack });
  return added;
}
