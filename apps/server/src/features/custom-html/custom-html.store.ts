import {
  limits,
  messages,
  scopeIds,
  type CustomHtml,
  type CustomHtmlChange,
  type CustomHtmlInput,
  type SnippetScope,
} from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import type { Selectable } from 'kysely';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';
import { nextVersion, lockVersion } from '../../kit/rows/versions.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { CustomHtml as SnippetRow } from '../../platform/database.types.ts';
import { placeOf } from './place.reader.ts';

type Row = Selectable<SnippetRow>;

/** The answer without `frame_url`, which is signed for each answer. */
export type Snippet = Omit<CustomHtml, 'frame_url'>;

/** All snippets of the school, in the order of their creation. */
export const listSnippets = async ({ db }: TenantTransaction): Promise<Snippet[]> =>
  (await db.selectFrom('custom_html').selectAll().orderBy('id').execute()).map(asSnippet);

/** The snippets of this place: its own, and those of all pages of its kind. */
export async function snippetsAt(
  { db }: TenantTransaction,
  page: PageKind,
  scope: SnippetScope,
): Promise<Snippet[]> {
  let query = db.selectFrom('custom_html').selectAll().where('page', '=', page);
  for (const name of scopeIds)
    query = query.where((expression) =>
      expression.or([expression(name, 'is', null), expression(name, '=', scope[name])]),
    );
  return (await query.orderBy('id').execute()).map(asSnippet);
}

/** Throws 404 if a scope id is not of this school, and 409 for a place that is full. */
export async function addSnippet(tx: TenantTransaction, input: CustomHtmlInput): Promise<Snippet> {
  const columns = await columnsOf(tx, input);
  await requireRoom(tx, columns);
  const row = await tx.db
    .insertInto('custom_html')
    .values(columns)
    .returningAll()
    .executeTakeFirstOrThrow();
  return asSnippet(row);
}

/** Throws 409 with the current snippet if the version is out of date, and for a place that is full. */
export async function changeSnippet(
  tx: TenantTransaction,
  id: number,
  { title, customHtml, page, version, ...scope }: CustomHtmlChange,
  asSent: (snippet: Snippet) => CustomHtml,
): Promise<Snippet> {
  const current = async () => asSent(await readSnippet(tx, id));
  await lockVersion(tx, { table: 'custom_html', id, version, current });
  const place = page && { page, ...(await placeOf(tx, page, scope)) };
  if (place) await requireRoom(tx, place, id);
  await tx.db
    .updateTable('custom_html')
    .set({ ...definedColumns({ title, html: customHtml, ...place }), version: nextVersion })
    .where('id', '=', id)
    .execute();
  return readSnippet(tx, id);
}

/**
 * Throws 409 where the place of a snippet is full. A snippet that stands there already may be
 * changed. The lock makes concurrent writes wait, so that the limit holds.
 */
async function requireRoom(
  tx: TenantTransaction,
  { page, ...scope }: { page: PageKind } & SnippetScope,
  id?: number,
) {
  await lockUntilCommit(tx, 'custom_html');
  let query = tx.db.selectFrom('custom_html').select('id').where('page', '=', page);
  for (const name of scopeIds) query = query.where(name, 'is not distinct from', scope[name]);
  const there = await query.execute();
  if (there.length >= limits.perPlace && !there.some((snippet) => snippet.id === id))
    throw refuse('snippets_full', messages.full, 409);
}

/** Throws 404 for an unknown id. */
export async function removeSnippet({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db.deleteFrom('custom_html').where('id', '=', id).returning('id').executeTakeFirst(),
  );
}

// Frames -----------------------------------------------------------------------------------------

/** The HTML that the frame of a snippet shows. Throws 404 for an unknown id. */
export const codeOf = async ({ db }: TenantTransaction, id: number) =>
  orNotFound(
    await db.selectFrom('custom_html').select('html').where('id', '=', id).executeTakeFirst(),
  ).html;

/** The HTML that this member previewed last. Throws 404 if there is none. */
export const previewOf = async ({ db }: TenantTransaction, memberId: number) =>
  orNotFound(
    await db
      .selectFrom('custom_html_previews')
      .select('html')
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  ).html;

/** Stores one preview per member. A new one replaces the former. */
export async function keepPreview({ db }: TenantTransaction, memberId: number, html: string) {
  await db
    .insertInto('custom_html_previews')
    .values({ member_id: memberId, html })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet({ html }))
    .execute();
}

// Rows ------------------------------------------------------------------------------------------

async function readSnippet({ db }: TenantTransaction, id: number): Promise<Snippet> {
  const row = await db
    .selectFrom('custom_html')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return asSnippet(orNotFound(row));
}

const columnsOf = async (
  tx: TenantTransaction,
  { title, customHtml, page, ...scope }: CustomHtmlInput,
) => ({
  title,
  html: customHtml,
  page,
  ...(await placeOf(tx, page, scope)),
});

const asSnippet = (row: Row): Snippet => ({
  ...row,
  embeddable_ids: scopeIds.flatMap((name) => row[name] ?? []),
});
