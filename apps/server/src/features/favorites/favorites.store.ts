import type { Favorite, Kind } from '@vitrine/contract/favorites';
import { thingHref } from '@vitrine/contract/urls';
import {
  courseAccess,
  isLocked,
  isShown,
  viewerCte,
  viewerValues,
  type CourseViewer,
  openingTitles,
} from '../../kit/course-access.ts';
import { idOf, kindOf, thingPaths } from '../../kit/thing-paths.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { notFound } from '../../platform/app-error.ts';

type Row = Omit<Favorite, 'url'>;

/** The reader's list, newest first. What is hidden from them now is left out, and kept. */
export async function listFavorites(
  tx: TenantTransaction,
  viewer: CourseViewer,
): Promise<Favorite[]> {
  const rows = await tx.prepared<Row>(
    'favorites.list',
    `WITH ${viewerCte}
     SELECT ${kindOf('f')} AS kind, ${idOf('f')} AS id,
            coalesce(l.title, m.title, c.title) AS title,
            coalesce(l.cover, m.cover, c.cover) AS cover,
            ${isLocked} AS locked,
            CASE WHEN ${isLocked} THEN ${openingTitles('f.course_id')} ELSE '[]' END AS products,
            f.course_id,
            CASE WHEN f.module_id IS NOT NULL THEN c.title END AS course_title
     FROM favorites f
     JOIN courses c ON c.id = f.course_id
     LEFT JOIN modules m ON m.id = f.module_id
     LEFT JOIN lessons l ON l.id = f.lesson_id
     ${courseAccess('f.course_id')}
     WHERE f.member_id = $2 AND ${isShown}
     ORDER BY f.id DESC`,
    viewerValues(tx, viewer),
  );
  return rows.map((row) => ({ ...row, url: thingHref(row.kind, row) }));
}

interface FavoriteTarget {
  kind: Kind;
  id: number;
}

/** Once, however often and however many at once ask; what the reader may not know of is 404. */
export async function addFavorite(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { kind, id }: FavoriteTarget,
) {
  const [seen] = await tx.prepared(
    `favorites.add.${kind}`,
    `WITH ${viewerCte}, thing AS (SELECT thing.* FROM ${thingPaths[kind]} AS thing ${courseAccess('thing.course_id')}
       WHERE thing.id = $4 AND ${isShown}),
     added AS (
       INSERT INTO favorites (member_id, course_id, module_id, lesson_id)
       SELECT $2, course_id, module_id, lesson_id FROM thing
       ON CONFLICT ON CONSTRAINT favorites_once DO NOTHING)
     SELECT course_id FROM thing`,
    [...viewerValues(tx, viewer), id],
  );
  if (!seen) throw notFound();
}

export async function removeFavorite(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { kind, id }: FavoriteTarget,
) {
  const [seen] = await tx.prepared(
    `favorites.remove.${kind}`,
    `WITH ${viewerCte}, thing AS (SELECT thing.* FROM ${thingPaths[kind]} AS thing ${courseAccess('thing.course_id')}
       WHERE thing.id = $4 AND ${isShown}),
     removed AS (
       DELETE FROM favorites f USING thing
       WHERE f.tenant_id = $1 AND f.member_id = $2 AND f.course_id = thing.course_id
         AND f.module_id IS NOT DISTINCT FROM thing.module_id
         AND f.lesson_id IS NOT DISTINCT FROM thing.lesson_id)
     SELECT course_id FROM thing`,
    [...viewerValues(tx, viewer), id],
  );
  if (!seen) throw notFound();
}
