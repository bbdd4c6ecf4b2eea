import { limits, messages, type DataRequest, type ManagedRequest } from '@vitrine/contract/privacy';
import { sql } from 'kysely';
import { cursorPage } from '../../kit/rows/pagination.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

interface NewRequest {
  memberId: number;
  kind: DataRequest['kind'];
  details: string;
}

const columns = ['id', 'kind', 'details', 'answer', 'created_at', 'due_at', 'done_at'] as const;

/** Adds a request. The deadline is a default of the table. */
export async function addRequest(
  { db }: TenantTransaction,
  { memberId, kind, details }: NewRequest,
) {
  const row = await db
    .insertInto('data_requests')
    .values({ member_id: memberId, kind, details })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as DataRequest;
}

/**
 * Adds a request of the person. It locks the member's row, so that the limit holds for concurrent
 * requests.
 */
export async function addSchoolRequest(tx: TenantTransaction, request: NewRequest) {
  const { db } = tx;
  orNotFound(
    await db
      .selectFrom('members')
      .select('id')
      .where('id', '=', request.memberId)
      .forUpdate()
      .executeTakeFirst(),
  );
  const { open: openCount } = await db
    .selectFrom('data_requests')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('member_id', '=', request.memberId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (openCount >= limits.openRequests)
    throw refuse('too_many_requests', messages.tooManyRequests, 409, {
      values: { limit: limits.openRequests },
    });
  return addRequest(tx, request);
}

/** Adds a request that is met already: an export answers a request for access. */
export async function noteMetRequest(tx: TenantTransaction, request: NewRequest) {
  const { id } = await addRequest(tx, request);
  await tx.db
    .updateTable('data_requests')
    .set({ done_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** Closes the requests after the erasure or its cancellation. */
export async function closeErasureRequests({ db }: TenantTransaction, memberId: number) {
  await db
    .updateTable('data_requests')
    .set({ done_at: new Date() })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'erasure')
    .where('done_at', 'is', null)
    .execute();
}

const MAX_OWN_REQUESTS = 50;

/** The latest requests of the member, newest first. */
export async function listOwnRequests({ db }: TenantTransaction, memberId: number) {
  const rows = await db
    .selectFrom('data_requests')
    .select(columns)
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(MAX_OWN_REQUESTS)
    .execute();
  return rows as DataRequest[];
}

const managedColumns = sql<ManagedRequest>`
  r.id, r.kind, r.created_at,
  -- Hides the words of members who wait for their erasure.
  CASE WHEN m.erase_at IS NULL THEN r.details ELSE '' END AS details,
  CASE WHEN m.erase_at IS NULL THEN r.answer ELSE '' END AS answer,
  r.due_at, r.done_at, m.erase_at,
  CASE WHEN m.id IS NOT NULL AND m.erase_at IS NULL
    THEN json_build_object('id', m.id, 'name', m.name, 'email', m.email) END AS member`;

const PAGE = 20;

/**
 * Lists open requests by deadline, then answered ones, latest first. Deadlines follow the order of
 * arrival.
 */
export async function listRequests(
  { db }: TenantTransaction,
  { state, cursor }: { state: 'open' | 'done'; cursor?: string | undefined },
) {
  const isOpen = state === 'open';
  const beyond = isOpen ? sql`>` : sql`<`;
  const after = cursor ? sql`AND r.id ${beyond} ${Number(cursor)}` : sql``;
  const { rows } = await sql<ManagedRequest>`
    SELECT ${managedColumns} FROM data_requests r
    LEFT JOIN members m ON m.id = r.member_id
    WHERE r.done_at IS ${isOpen ? sql`` : sql`NOT`} NULL ${after}
    ORDER BY r.id ${isOpen ? sql`` : sql`DESC`} LIMIT ${PAGE + 1}`.execute(db);
  const { open } = await db
    .selectFrom('data_requests')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { ...cursorPage(rows, PAGE, ({ id }) => String(id)), open };
}

/** A request as staff see it. Throws 404 for an unknown id. */
export async function findRequest({ db }: TenantTransaction, id: number) {
  const { rows } = await sql<ManagedRequest>`
    SELECT ${managedColumns} FROM data_requests r
    LEFT JOIN members m ON m.id = r.member_id
    WHERE r.id = ${id}`.execute(db);
  return orNotFound(rows[0]);
}

/** Answers a request. The first of two concurrent answers counts. The job answers an erasure. */
export async function answerRequest(tx: TenantTransaction, id: number, answer: string) {
  const previous = await findRequest(tx, id);
  if (previous.erase_at && previous.kind === 'erasure')
    throw refuse('already_done', messages.alreadyDone, 409);
  const { numUpdatedRows } = await tx.db
    .updateTable('data_requests')
    .set({ answer, done_at: new Date() })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) throw refuse('already_done', messages.alreadyDone, 409);
  return findRequest(tx, id);
}
