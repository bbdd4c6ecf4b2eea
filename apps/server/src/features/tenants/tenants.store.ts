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
  const tenant = await database.platform
    .insertInto('tenants')
    .values({ name, slug })
    .returning(['id', 'slug', 'name'])
    .executeTakeFirstOrThrow();
  return database.transaction(tenant.id, async (tx) => {
    const { db } = tx;
    await enqueueRetention(tx);
    await db.insertInto('platform_settings').values({ tenant_id: tenant.id }).execute();
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
    return { ...tenant, ownerId };
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

/**
 * A link with which an owner sets e-mail and password, once, from any browser, for a day. It is
 * printed, never mailed: whoever may read the data directory may print one.
 */
export const ownerLink = (database: Database, tenantId: number, memberId: number) =>
  database.transaction(tenantId, async (tx) => {
    const { token } = await createLink(tx, { memberId, purpose: 'owner' });
    return `${pages.ownerLink.path}?token=${token}`;
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
