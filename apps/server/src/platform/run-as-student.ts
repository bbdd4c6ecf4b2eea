import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database, TenantTransaction } from './database.ts';
import type { Platform } from './platform.ts';
import { notFound } from './app-error.ts';
import type { Member } from './session.ts';
import { statement } from './statement.ts';

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
      const id = await addStudent(tx, staff, productIds);
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

const join = statement({
  name: 'as-student',
  sql: `WITH student AS (
      INSERT INTO members (name, email, photo_url) VALUES (:name, :email, :photo) RETURNING id),
    held AS (
      INSERT INTO member_products (member_id, product_id)
      SELECT student.id, p.id FROM student, products p
      WHERE p.tenant_id = :tenantId AND p.id = ANY (:productIds::bigint[]) RETURNING product_id)
    SELECT student.id, (SELECT count(*) FROM held) AS held FROM student`,
  row: z.object({ id: z.number(), held: z.number() }),
});

/** Makes the student. One unknown or foreign product is 404. */
async function addStudent(
  tx: TenantTransaction,
  { name, photo_url }: Member,
  productIds: readonly number[],
) {
  const email = `${randomUUID()}@student.invalid`;
  const [student] = await tx.run(join, { name, email, photo: photo_url, productIds });
  if (student!.held !== productIds.length) throw notFound();
  return student!.id;
}
