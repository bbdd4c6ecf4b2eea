import { randomUUID } from 'node:crypto';
import type { Database, TenantTransaction } from './database.ts';
import type { Platform } from './platform.ts';
import { notFound } from './app-error.ts';
import type { Member } from './session.ts';

interface StudentView {
  tenantId: number;
  /** Whose name and picture the student bears. */
  staff: Member;
  productIds: readonly number[];
}

/** Thrown when everything has been read: the transaction must not stay. */
const seen = new Error('read as a student');

/**
 * Reads as a student who holds these products and has done nothing yet. There is such a student
 * while it reads: a member of a transaction that is always undone. So every statement of every
 * domain answers as it answers students, without knowing of this, and nothing of it can be kept.
 */
export async function runAsStudent<T>(
  platform: Platform,
  { tenantId, staff, productIds }: StudentView,
  read: (platform: Platform, student: Member) => Promise<T>,
): Promise<T> {
  const { database } = platform;
  let answer: { given: T } | undefined;
  await database
    .transaction(tenantId, async (tx) => {
      const id = await join(tx, staff, productIds);
      const inside = { ...platform, database: readingIn(tx, database) };
      answer = { given: await read(inside, { ...staff, id, roles: ['student'], stale: false }) };
      throw seen;
    })
    .catch((error: Error) => {
      if (error !== seen) throw error;
    });
  return answer!.given;
}

/** What is read is read here; what somebody sets going beside it is no part of the view. */
const readingIn = (tx: TenantTransaction, database: Database): Database => ({
  ...database,
  readTransaction: (_tenantId, work) => work(tx),
  reader: () => tx,
});

/** One unknown or foreign product is 404. */
async function join(
  tx: TenantTransaction,
  { name, photo_url }: Member,
  productIds: readonly number[],
) {
  const [student] = await tx.prepared<{ id: number; held: number }>(
    'as-student',
    `WITH student AS (
       INSERT INTO members (name, email, photo_url) VALUES ($1, $2, $3) RETURNING id),
     held AS (
       INSERT INTO member_products (member_id, product_id)
       SELECT student.id, p.id FROM student, products p
       WHERE p.tenant_id = $4 AND p.id = ANY ($5::bigint[]) RETURNING product_id)
     SELECT student.id, (SELECT count(*) FROM held) AS held FROM student`,
    [name, `${randomUUID()}@student.invalid`, photo_url, tx.tenantId, productIds],
  );
  if (student!.held !== productIds.length) throw notFound();
  return student!.id;
}
