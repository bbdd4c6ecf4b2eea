import { enqueueRetention } from '../../kit/retention-job.ts';
import { pages } from '@vitrine/contract/pages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLink } from '../sessions/sessions.store.ts';

interface NewSchool {
  name: string;
  slug: string;
  owner: { name: string; email: string; passwordHash: string | null };
}

/** A school with its settings and its owner; the database refuses a slug that is taken or malformed. */
export async function createSchool(database: Database, { name, slug, owner }: NewSchool) {
  // Its id comes first, so that one transaction makes the school and its owner.
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('tenants', 'id')) AS id`.execute(database.platform);
  return database.transaction(rows[0]!.id, async (tx) => {
    const { db } = tx;
    await sql`INSERT INTO tenants (id, name, slug) OVERRIDING SYSTEM VALUE
      VALUES (${tx.tenantId}, ${name}, ${slug})`.execute(db);
    await enqueueRetention(tx);
    await db.insertInto('platform_settings').values({ tenant_id: tx.tenantId }).execute();
    const { id: ownerId } = await db
      .insertInto('members')
      .values({
        name: owner.name,
        email: owner.email,
        roles: ['owner'],
        password_hash: owner.passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: tx.tenantId, slug, name, ownerId };
  });
}

/** Sets a school's own quotas, in MB. Null is the installation's. Undefined if there is no such school. */
export const setStorageQuota = (
  database: Database,
  slug: string,
  quota: { storage_mb: number | null; student_storage_mb: number | null },
) =>
  database.platform
    .updateTable('tenants')
    .set(quota)
    .where('slug', '=', slug)
    .returning(['name', 'storage_mb', 'student_storage_mb'])
    .executeTakeFirst();

/** The owner of the first school, until they say who they are. */
export const unknownOwner = { name: 'Proprietário', email: 'owner@example.com' };

/**
 * A link with which an owner sets name, e-mail and password, once, from any browser, for a day. It is
 * printed, never mailed: whoever may read the data directory may print one.
 */
export const ownerLink = (database: Database, tenantId: number, memberId: number) =>
  database.transaction(tenantId, async (tx) => {
    const { token } = await createLink(tx, { memberId, purpose: 'owner' });
    const { name, email } = await tx.db
      .selectFrom('members')
      .select(['name', 'email'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    // The form begins with what is known.
    const query = new URLSearchParams({
      ...(name !== unknownOwner.name && { name }),
      ...(email !== unknownOwner.email && { email }),
      token,
    });
    return `${pages.ownerLink.path}?${query.toString()}`;
  });

/** The school of a slug with one of its owners, the first one where no e-mail is named. */
export async function findOwner(database: Database, slug: string, email?: string) {
  const school = await database.platform
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!school) return null;
  const owner = await database.transaction(school.id, ({ db }) =>
    db
      .selectFrom('members')
      .select(['id', 'email'])
      .where(sql<boolean>`roles @> '{owner}'`)
      .$if(email !== undefined, (query) =>
        query.where(sql`lower(email)`, '=', email!.toLowerCase()),
      )
      .orderBy('id')
      .executeTakeFirst(),
  );
  return { school, owner };
}

/** The owner of a school who never signed in and has no password to do so with. */
export const waitingOwner = (database: Database, tenantId: number) =>
  database.transaction(tenantId, ({ db }) =>
    db
      .selectFrom('members')
      .select('id')
      .where(sql<boolean>`roles @> '{owner}'`)
      .where('password_hash', 'is', null)
      .where('last_seen_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst(),
  );
