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
  return database.transaction(tenant.id, async ({ db }) => {
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

/** A link that signs an owner in once, from any browser, for a day: printed, never mailed. */
export const ownerLink = (database: Database, tenantId: number, memberId: number) =>
  database.transaction(tenantId, async (tx) => {
    const { token } = await createLink(tx, { memberId, purpose: 'sign_in', minutes: 24 * 60 });
    return `/entrar/link?token=${token}`;
  });

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
