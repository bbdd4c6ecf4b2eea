import { scopesOf, type SnippetScope } from '@vitrine/contract/custom-html';
import type { Kind } from '@vitrine/contract/favorites';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import * as z from 'zod/mini';
import { communityAccess, readerCte } from '../../kit/access/community-access.ts';
import {
  courseAccessCte,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/access/course-access.ts';
import { thingPaths } from '../../kit/thing-paths.ts';
import { orNotFound, notFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const everywhere: SnippetScope = {
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
};

/** The kinds of scope ids, from the innermost scope outwards. */
const scopeKinds: readonly [keyof SnippetScope, Kind][] = [
  ['lesson_id', 'lesson'],
  ['module_id', 'module'],
  ['course_id', 'course'],
];

const placePath = (kind: Kind) =>
  statement({
    name: `custom-html.${kind}`,
    sql: `SELECT course_id, module_id, lesson_id FROM ${thingPaths[kind]} AS thing WHERE id = :id`,
    row: z.object({
      course_id: z.number(),
      module_id: z.nullable(z.number()),
      lesson_id: z.nullable(z.number()),
    }),
  });
const placePaths: Record<Kind, ReturnType<typeof placePath>> = {
  course: placePath('course'),
  module: placePath('module'),
  lesson: placePath('lesson'),
};

/**
 * Completes the scope of a page of this kind: a lesson adds its module and course. Throws 404 for an
 * unknown id, or for one whose parent is not that of the scope.
 */
export async function placeOf(
  tx: TenantTransaction,
  page: PageKind,
  scope: SnippetScope,
): Promise<SnippetScope> {
  const requestedScope = { ...everywhere };
  for (const name of scopesOf[page]) requestedScope[name] = scope[name];
  if (requestedScope.community_id !== null) {
    const [community] = await tx.run(placeOfCommunity, {
      communityId: requestedScope.community_id,
    });
    orNotFound(community);
  }
  const innermost = scopeKinds.find(([scopeId]) => requestedScope[scopeId] !== null);
  if (!innermost) return requestedScope;
  const [name, kind] = innermost;
  const [row] = await tx.run(placePaths[kind], { id: requestedScope[name] });
  const storedScope = { ...everywhere, ...orNotFound(row) };
  if (
    scopesOf[page].some(
      (column) => requestedScope[column] !== null && requestedScope[column] !== storedScope[column],
    )
  )
    throw notFound();
  return storedScope;
}

const placeOfCommunity = statement({
  name: 'custom-html.community',
  sql: 'SELECT id FROM communities WHERE id = :communityId',
  row: z.object({ id: z.number() }),
});

const accessToCommunity = statement({
  name: 'custom-html.community-access',
  sql: `WITH ${readerCte}
    SELECT c_access.open FROM communities c ${communityAccess('c')}
    WHERE c.id = :communityId AND c_access.shown`,
  row: z.object({ open: z.boolean() }),
});

const accessToCourse = statement({
  name: 'custom-html.access',
  sql: `WITH ${viewerCte}, target AS MATERIALIZED (SELECT :courseId::bigint AS course_id), ${courseAccessCte}
    SELECT open FROM target_access WHERE shown`,
  row: z.object({ open: z.boolean() }),
});

/**
 * The same for a reader. 404 where they may not know of the course or enter the community. On a
 * locked course they get the snippets of all pages of the kind, and none of the course.
 */
export async function placeFor(
  tx: TenantTransaction,
  viewer: CourseViewer,
  page: PageKind,
  scope: SnippetScope,
): Promise<SnippetScope> {
  const place = await placeOf(tx, page, scope);
  if (place.community_id !== null) {
    const values = { ...viewerValues(viewer), communityId: place.community_id };
    const [access] = await tx.run(accessToCommunity, values);
    if (!orNotFound(access).open) throw notFound();
    return place;
  }
  if (place.course_id === null) return place;
  const values = { ...viewerValues(viewer), courseId: place.course_id };
  const [access] = await tx.run(accessToCourse, values);
  return orNotFound(access).open ? place : everywhere;
}
