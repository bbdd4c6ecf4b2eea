import type { Favorite, Kind } from '@vitrine/contract/favorites';
import { thingHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import {
  courseAccess,
  isLockedThing,
  isShown,
  seesThing,
  viewerCte,
  viewerValues,
  type CourseViewer,
  openingTitles,
} from '../../kit/access/course-access.ts';
import { idOf, kindOf, thingPaths } from '../../kit/thing-paths.ts';
import { notFound } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const list = statement({
  name: 'favorites.list',
  sql: `WITH ${viewerCte}
    SELECT ${kindOf('f')} AS kind, ${idOf('f')} AS id,
           coalesce(l.title, m.title, c.title) AS title,
           coalesce(l.cover, m.cover, c.cover) AS cover,
           ${isLockedThing('f')} AS locked,
           CASE WHEN ${isLockedThing('f')} THEN ${openingTitles('f.course_id')} ELSE '[]' END AS products,
           f.course_id,
           NOT (c.published AND coalesce(m.published, true) AND coalesce(l.published, true)) AS draft,
           CASE WHEN f.module_id IS NOT NULL THEN c.title END AS course_title
    FROM favorites f
    JOIN courses c ON c.id = f.course_id
    LEFT JOIN modules m ON m.id = f.module_id
    LEFT JOIN lessons l ON l.id = f.lesson_id
    ${courseAccess('f.course_id')}
    WHERE f.member_id = :memberId AND ${isShown} AND ${seesThing('f')}
    ORDER BY f.id DESC`,
  row: z.object({
    kind: z.enum(['course', 'module', 'lesson']),
    id: z.number(),
    title: z.string(),
    cover: z.nullable(z.string()),
    locked: z.boolean(),
    products: z.array(z.string()),
    course_id: z.number(),
    draft: z.boolean(),
    course_title: z.nullable(z.string()),
  }),
});

/** True where the member has favourites. */
export const hasFavorites = `EXISTS (
  SELECT FROM favorites f WHERE f.member_id = :memberId)`;

/**
 * Lists the reader's favourites, newest first. Hidden things are left out, but stay on the list.
 */
export async function listFavorites(
  reader: TenantReader,
  viewer: CourseViewer,
): Promise<Favorite[]> {
  const rows = await reader.run(list, viewerValues(viewer));
  return rows.map((row) => ({ ...row, url: thingHref(row.kind, row) }));
}

interface FavoriteTarget {
  kind: Kind;
  id: number;
}

/** A write about a thing that the reader may know of. It returns no row otherwise. */
const onThing = (verb: string, write: string) => (kind: Kind) =>
  statement({
    name: `favorites.${verb}.${kind}`,
    sql: `WITH ${viewerCte},
      thing AS (
        SELECT thing.* FROM ${thingPaths[kind]} AS thing ${courseAccess('thing.course_id')}
        WHERE thing.id = :thingId AND ${isShown} AND ${seesThing('thing')}),
      written AS (${write})
      SELECT course_id FROM thing`,
    row: z.object({ course_id: z.number() }),
  });

const mapKinds = <Made>(make: (kind: Kind) => Made): Record<Kind, Made> => ({
  course: make('course'),
  module: make('module'),
  lesson: make('lesson'),
});

const add = mapKinds(
  onThing(
    'add',
    `INSERT INTO favorites (member_id, course_id, module_id, lesson_id)
     SELECT :memberId, course_id, module_id, lesson_id FROM thing
     ON CONFLICT ON CONSTRAINT favorites_once DO NOTHING`,
  ),
);

const remove = mapKinds(
  onThing(
    'remove',
    `DELETE FROM favorites f USING thing
     WHERE f.member_id = :memberId AND f.course_id = thing.course_id
       AND f.module_id IS NOT DISTINCT FROM thing.module_id
       AND f.lesson_id IS NOT DISTINCT FROM thing.lesson_id`,
  ),
);

/**
 * Adds a favourite once, also for concurrent requests. 404 for a thing that the reader may not know
 * of.
 */
export async function addFavorite(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { kind, id }: FavoriteTarget,
) {
  const [favorite] = await tx.run(add[kind], { ...viewerValues(viewer), thingId: id });
  if (!favorite) throw notFound();
}

/** Removing it twice changes nothing. Throws 404 for a thing that the viewer may not see. */
export async function removeFavorite(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { kind, id }: FavoriteTarget,
) {
  const [favorite] = await tx.run(remove[kind], { ...viewerValues(viewer), thingId: id });
  if (!favorite) throw notFound();
}
