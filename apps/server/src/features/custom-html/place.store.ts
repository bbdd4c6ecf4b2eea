import { scopesOf, type SnippetScope } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { access, isShown, valuesOf, type CourseViewer } from '../../kit/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound, notFound } from '../../platform/app-error.ts';

const everywhere: SnippetScope = {
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
};

/** The innermost thing that was named, with what it stands in. */
const chains = [
  ['lesson_id', 'SELECT course_id, module_id, id AS lesson_id FROM lessons'],
  ['module_id', 'SELECT course_id, id AS module_id, NULL::bigint AS lesson_id FROM modules'],
  [
    'course_id',
    'SELECT id AS course_id, NULL::bigint AS module_id, NULL::bigint AS lesson_id FROM courses',
  ],
] as const;

/**
 * What of this scope a page of the kind has, made whole: a lesson names its module and course. 404
 * for an id that is unknown, or that stands in another thing than was said.
 */
export async function placeOf(
  { tenantId, prepared }: TenantTransaction,
  page: PageKind,
  scope: SnippetScope,
): Promise<SnippetScope> {
  const own = { ...everywhere };
  for (const name of scopesOf[page]) own[name] = scope[name];
  // Communities come with their own domain; until then there are none.
  if (own.community_id !== null) throw notFound();
  const innermost = chains.find(([name]) => own[name] !== null);
  if (!innermost) return own;
  const [name, text] = innermost;
  const [row] = await prepared<Omit<SnippetScope, 'community_id'>>(
    `custom-html.${name}`,
    `${text} WHERE tenant_id = $1 AND id = $2`,
    [tenantId, own[name]],
  );
  const place = { ...everywhere, ...orNotFound(row) };
  if (scopesOf[page].some((each) => own[each] !== null && own[each] !== place[each]))
    throw notFound();
  return place;
}

/**
 * The same for a reader: 404 where they may not know of the course. Before its lock they get what
 * runs on all pages of the kind, and nothing of the course's own.
 */
export async function placeFor(
  tx: TenantTransaction,
  viewer: CourseViewer,
  page: PageKind,
  scope: SnippetScope,
): Promise<SnippetScope> {
  const place = await placeOf(tx, page, scope);
  if (place.course_id === null) return place;
  const [door] = await tx.prepared<{ open: boolean }>(
    'custom-html.door',
    `WITH it AS MATERIALIZED (SELECT $5::bigint AS course_id), ${access}
     SELECT access.open FROM it, access WHERE ${isShown}`,
    [...valuesOf(tx, viewer), place.course_id],
  );
  return orNotFound(door).open ? place : everywhere;
}
