import {
  carouselType,
  typeContents,
  messages,
  isLiving,
  type TypeContent,
  type CarouselInput,
  type CarouselItem,
} from '@vitrine/contract/carousels';
import type { Kind } from '@vitrine/contract/favorites';
import { sql } from 'kysely';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { reorder } from '../../kit/rows/ordering.ts';
import { nextVersion } from '../../kit/rows/versions.ts';
import { thingPaths } from '../../kit/thing-paths.ts';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { readItems } from './carousels.reader.ts';
import { lockEditable } from './editable.ts';

/** The filling of a carousel by `type_content`, else by `custom` (C section 4). */
export function typeContentOf({ type, type_content, custom }: CarouselInput): TypeContent {
  const [byHand, current = byHand] = typeContents[type];
  if (type === carouselType.courses) return byHand;
  return (type_content as TypeContent) || (custom === false ? current : byHand);
}

/**
 * Replaces the content by these things, in this order. One unknown or foreign id refuses all. A
 * kept thing keeps the id of its item.
 */
export async function fillCarousel(tx: TenantTransaction, id: number, input: CarouselInput) {
  const { db } = tx;
  const content = [...new Set(input.content)];
  const things = sql.raw(thingPaths[kindsFor[typeContentOf(input)]]);
  const { rows } = await sql<{ known: number }>`
    WITH wanted AS (
      SELECT ids.position, thing.*
      FROM unnest(${content}::bigint[]) WITH ORDINALITY AS ids (id, position)
      JOIN ${things} AS thing ON thing.id = ids.id
    ), dropped AS (
      DELETE FROM carousel_items i
      WHERE i.carousel_id = ${id} AND NOT EXISTS (
        SELECT FROM wanted w WHERE w.course_id = i.course_id
          AND w.module_id IS NOT DISTINCT FROM i.module_id
          AND w.lesson_id IS NOT DISTINCT FROM i.lesson_id)
    ), kept AS (
      INSERT INTO carousel_items (carousel_id, position, course_id, module_id, lesson_id)
      SELECT ${id}, w.position, w.course_id, w.module_id, w.lesson_id FROM wanted w
      ON CONFLICT ON CONSTRAINT carousel_items_once DO UPDATE SET position = excluded.position
    )
    SELECT count(*) AS known FROM wanted`.execute(db);
  if (rows[0]!.known !== content.length) throw notFound();
}

/** The kind of thing that the ids of each filling name. */
const kindsFor: Record<TypeContent, Kind> = {
  '': 'course',
  onlyModules: 'module',
  getCourseModules: 'course',
  onlyClasses: 'lesson',
  getModuleClasses: 'module',
};

/**
 * Orders the items by hand. A living list follows its courses or modules and has no order of its
 * own.
 */
export async function orderItems(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  ids: number[],
) {
  const { type, type_content } = await lockEditable(tx, id);
  const current = async () =>
    JSON.parse(await readItems(tx, viewer, { id, type })) as CarouselItem[];
  if (isLiving(type_content))
    throw refuse('living_list', messages.living, 409, { data: await current() });
  await reorder(tx, { table: 'carousel_items', ids, within: { carousel_id: id }, current });
  await tx.db.updateTable('carousels').set({ version: nextVersion }).where('id', '=', id).execute();
}
