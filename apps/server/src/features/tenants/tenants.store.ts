import { pages } from '@vitrine/contract/pages';
import { sql, type Updateable } from 'kysely';
import { enqueueRetention } from '../../kit/privacy/retention-job.ts';
import type { Database } from '../../platform/database.ts';
import type { Tenants } from '../../platform/database.types.ts';
import { createLink } from '../sessions/links.store.ts';

interface NewSchool {
  name: string;
  slug: string;
  owner: { name: string; email: string; passwordHash: string | null };
}

/**
 * Creates a school with its settings and its owner. The database refuses a taken or malformed slug.
 */
export async function createSchool(database: Database, { name, slug, owner }: NewSchool) {
  // The transaction of a school needs its id, so the id is drawn first.
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

/**
 * Sets a school's own quotas, in MB. Null restores the installation's quota. Undefined where the
 * school does not exist.
 */
export const setStorageQuota = (
  database: Database,
  slug: string,
  quota: { storage_mb: number | null; student_storage_mb: number | null },
) => changeSchool(database, slug, quota);

/**
 * Sets the domain at which the school answers too; null removes it. Undefined if the school does not
 * exist. Two schools cannot have one domain (`tenants_domain_key`).
 */
export const setDomain = (database: Database, slug: string, domain: string | null) =>
  changeSchool(database, slug, { domain });

/** The school's own transaction writes it: row-level security refuses every other one. */
async function changeSchool(database: Database, slug: string, patch: Updateable<Tenants>) {
  const school = await database.platform
    .selectFrom('tenants')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return (
    school &&
    database.transaction(school.id, ({ db }) =>
      db
        .updateTable('tenants')
        .set(patch)
        .where('id', '=', school.id)
        .returning(['name', 'storage_mb', 'student_storage_mb'])
        .executeTakeFirst(),
    )
  );
}

/** The owner of the first school, until the owner sets a name and an e-mail. */
export const unknownOwner = { name: 'Proprietário', email: 'owner@example.com' };

/**
 * Makes a link by which an owner sets name, e-mail and password: once, from any browser, within a
 * day. It is printed, never mailed. Anybody who may read the data directory may print one.
 */
export const ownerLink = (database: Database, tenantId: number, memberId: number) =>
  database.transaction(tenantId, async (tx) => {
    const { token } = await createLink(tx, { memberId, purpose: 'owner' });
    const { name, email } = await tx.db
      .selectFrom('members')
      .select(['name', 'email'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    // The form is prefilled with the known name and e-mail.
    const query = new URLSearchParams({
      ...(name !== unknownOwner.name && { name }),
      ...(email !== unknownOwner.email && { email }),
      token,
    });
    return `${pages.ownerLink.path}?${query.toString()}`;
  });

/** Finds a school by its slug, with the named owner or its first one. */
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

/** Finds an owner who never signed in and has no password. */
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
