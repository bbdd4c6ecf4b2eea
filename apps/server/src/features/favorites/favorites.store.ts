import type { Favorite, Kind } from '@vitrine/contract/favorites';
import { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
import type { CourseViewer } from '../../kit/course-access.ts';
import { productsOpening } from '../../kit/showcase/cards.ts';
import {
  cardAccess,
  isLocked,
  isShown,
  viewerCte,
  valuesOf,
} from '../../kit/showcase/card-access.ts';
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
     SELECT CASE WHEN f.lesson_id IS NOT NULL THEN 'lesson'
                 WHEN f.module_id IS NOT NULL THEN 'module' ELSE 'course' END AS kind,
            coalesce(f.lesson_id, f.module_id, f.course_id) AS id,
            coalesce(l.title, m.title, c.title) AS title,
            coalesce(l.cover, m.cover, c.cover) AS cover,
            ${isLocked} AS locked,
            CASE WHEN ${isLocked} THEN ${productsOpening('f.course_id')} ELSE '[]' END AS products,
            f.course_id,
            CASE WHEN f.module_id IS NOT NULL THEN c.title END AS course_title
     FROM favorites f
     JOIN courses c ON c.tenant_id = f.tenant_id AND c.id = f.course_id
     LEFT JOIN modules m ON m.tenant_id = f.tenant_id AND m.id = f.module_id
     LEFT JOIN lessons l ON l.tenant_id = f.tenant_id AND l.id = f.lesson_id
     ${cardAccess('f.course_id')}
     WHERE f.tenant_id = $1 AND f.member_id = $2 AND ${isShown}
     ORDER BY f.id DESC`,
    valuesOf(tx, viewer),
  );
  return rows.map((row) => ({ ...row, url: hrefs[row.kind](row) }));
}

const hrefs: Record<Kind, (row: Row) => string> = {
  course: ({ id }) => courseHref(id),
  module: ({ id }) => moduleHref(id),
  lesson: ({ id, title, course_id }) => lessonHref(course_id, title, id),
};

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
    `WITH ${viewerCte}, thing AS (SELECT thing.* FROM ${paths[kind]} ${cardAccess('thing.course_id')} WHERE ${isShown}),
     added AS (
       INSERT INTO favorites (member_id, course_id, module_id, lesson_id)
       SELECT $2, course_id, module_id, lesson_id FROM thing
       ON CONFLICT ON CONSTRAINT favorites_once DO NOTHING)
     SELECT course_id FROM thing`,
    [...valuesOf(tx, viewer), id],
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
    `WITH ${viewerCte}, thing AS (SELECT thing.* FROM ${paths[kind]} ${cardAccess('thing.course_id')} WHERE ${isShown}),
     removed AS (
       DELETE FROM favorites f USING thing
       WHERE f.tenant_id = $1 AND f.member_id = $2 AND f.course_id = thing.course_id
         AND f.module_id IS NOT DISTINCT FROM thing.module_id
         AND f.lesson_id IS NOT DISTINCT FROM thing.lesson_id)
     SELECT course_id FROM thing`,
    [...valuesOf(tx, viewer), id],
  );
  if (!seen) throw notFound();
}

/** For a FROM: the `thing` of id $4 by its whole path. */
const paths: Record<Kind, string> = {
  course: `(SELECT id AS course_id, NULL::bigint AS module_id, NULL::bigint AS lesson_id
            FROM courses WHERE tenant_id = $1 AND id = $4) AS thing`,
  module: `(SELECT course_id, id AS module_id, NULL::bigint AS lesson_id
            FROM modules WHERE tenant_id = $1 AND id = $4) AS thing`,
  lesson: `(SELECT course_id, module_id, id AS lesson_id
            FROM lessons WHERE tenant_id = $1 AND id = $4) AS thing`,
};
