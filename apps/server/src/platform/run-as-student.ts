import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { notFound } from './app-error.ts';
import type { Database, TenantTransaction } from './database.ts';
import type { Platform } from './platform.ts';
import type { Member } from './session.ts';
import { statement } from './statement.ts';

interface StudentView {
  tenantId: number;
  /** The person whose name and photo the student gets. */
  staff: Member;
  productIds: readonly number[];
}

/** Thrown after the read, so that the transaction rolls back. */
const rollback = new Error('read as a student');

/**
 * Reads as a new student who holds these products. The student is a row in a transaction that
 * always rolls back. So every statement answers as for real students, and nothing is stored.
 */
export async function runAsStudent<T>(
  platform: Platform,
  { tenantId, staff, productIds }: StudentView,
  read: (platform: Platform, student: Member) => Promise<T>,
): Promise<T> {
  const { database } = platform;
  let result: { value: T } | undefined;
  await database
    .transaction(tenantId, async (tx) => {
      const id = await addStudent(tx, staff, productIds);
      const studentPlatform = { ...platform, database: withReadsIn(tx, database) };
      result = {
        value: await read(studentPlatform, { ...staff, id, roles: ['student'], stale: false }),
      };
      throw rollback;
    })
    .catch((error: Error) => {
      if (error !== rollback) throw error;
    });
  return result!.value;
}

/** Reads use this transaction. Writes that start beside it use their own. */
const withReadsIn = (tx: TenantTransaction, database: Database): Database => ({
  ...database,
  readTransaction: (_tenantId, work) => work(tx),
  reader: () => tx,
});

const insertStudent = statement({
  name: 'as-student',
  sql: `WITH student AS (
      INSERT INTO members (name, email, photo_url) VALUES (:name, :email, :photo) RETURNING id),
    granted AS (
      INSERT INTO member_products (member_id, product_id)
      SELECT student.id, p.id FROM student, products p
      WHERE p.id = ANY (:productIds::bigint[]) RETURNING product_id)
    SELECT student.id, (SELECT count(*) FROM granted) AS product_count FROM student`,
  row: z.object({ id: z.number(), product_count: z.number() }),
});

/** Inserts the student. An unknown product, or one of another school, is 404. */
async function addStudent(
  tx: TenantTransaction,
  { name, photo_url }: Member,
  productIds: readonly number[],
) {
  const email = `${randomUUID()}@student.invalid`;
  const [student] = await tx.run(insertStudent, { name, email, photo: photo_url, productIds });
  if (student!.product_count !== productIds.length) throw notFound();
  return student!.id;
}
