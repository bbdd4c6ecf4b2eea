import {
  mayCreateAccessLink,
  messages,
  type Member,
  type MemberInput,
  type MemberPatch,
} from '@vitrine/contract/members';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { setProducts } from '../../kit/access/product-access.ts';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { forgetMember } from '../../kit/privacy/forget-member.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { constraint, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

constraint('members_email', () =>
  refuse('email_taken', messages.emailTaken, 409, { errors: { email: [messages.emailTaken] } }),
);

const memberColumns = sql<Member>`
  m.id, m.id AS user_id, m.name, m.email, m.photo_url, m.roles, m.created_at, m.last_seen_at,
  (SELECT b.error FROM email_bounces b
   WHERE b.email = lower(m.email)) AS email_error,
  ARRAY(SELECT product_id FROM member_products mp
        WHERE mp.member_id = m.id ORDER BY product_id) AS product_ids,
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'product_id', p.id, 'product', p.title, 'reward', r.name) ORDER BY p.id), '[]')
   FROM member_products mp
   JOIN products p ON p.id = mp.product_id
   JOIN rewards r ON r.id = mp.from_reward_id
   WHERE mp.member_id = m.id) AS rewarded_products`;

interface MemberFilters {
  search: string;
  role?: Role | undefined;
  product_id?: number | undefined;
}

/** Lists one page by name. The search ignores case and accents in names and e-mails. */
export async function listMembers(tx: TenantTransaction, options: MemberPageOptions) {
  // Staff are few, and have an index of their own.
  if (options.search && !isStaffRole(options.role)) await readNamesByIndex(tx, true);
  const { rows } = await memberPage(options).execute(tx.db);
  return rows;
}

type MemberPageOptions = MemberFilters & { page: number };

/** The query of a page. It finds the ids first, by the index of names `members_found` (0234) alone. */
export function memberPage({ page, ...filters }: MemberPageOptions) {
  const { offset, limit } = pageWindow(page);
  return sql<Member>`
    WITH found AS MATERIALIZED (
      SELECT m.id, row_number() OVER (ORDER BY f_unaccent(m.name), m.id) AS place FROM members m
      WHERE ${filterCondition(filters)}
      ORDER BY f_unaccent(m.name), m.id
      OFFSET ${offset} LIMIT ${limit})
    SELECT ${memberColumns} FROM found JOIN members m ON m.id = found.id
    ORDER BY found.place`;
}

/**
 * Finds at most `limit` members whose name or e-mail holds a text, by name. The search ignores case and
 * accents.
 */
export async function findMemberIds(tx: TenantTransaction, search: string, limit: number) {
  await readNamesByIndex(tx, true);
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM members m WHERE ${filterCondition({ search })}
    ORDER BY f_unaccent(m.name), m.id LIMIT ${limit}`.execute(tx.db);
  await readNamesByIndex(tx, false);
  return rows.map(({ id }) => id);
}

/**
 * Makes the next statements read unaccented names from their index alone. Else PostgreSQL may read all
 * members, and compute the name of each: 2 s at 100,000.
 */
const readNamesByIndex = ({ db }: TenantTransaction, on: boolean) =>
  sql`SET LOCAL enable_sort = ${sql.raw(on ? 'off' : 'on')}`.execute(db);

/** Small enough that no batch holds up anybody else. */
const EXPORT_BATCH_SIZE = 500;

/** A row of the CSV of members. The import reads the same columns. */
export interface ExportedMember {
  id: number;
  name: string;
  email: string;
  products: string[];
  roles: Role[];
  created_at: string;
  last_seen_at: string | null;
}

/**
 * The next members of an export, in the order in which they joined, with the titles of their
 * products.
 */
export async function membersAfter(
  { db }: TenantTransaction,
  filters: MemberFilters,
  afterId: number,
) {
  const { rows } = await sql<ExportedMember>`
    SELECT m.id, m.name, m.email, m.roles,
      ${sql.raw(isoUtc('m.created_at'))} AS created_at,
      ${sql.raw(isoUtc('m.last_seen_at'))} AS last_seen_at,
      ARRAY(SELECT p.title::text FROM member_products mp JOIN products p ON p.id = mp.product_id
            WHERE mp.member_id = m.id ORDER BY p.id) AS products
    FROM members m
    WHERE ${filterCondition(filters)} AND m.id > ${afterId}
    ORDER BY m.id LIMIT ${EXPORT_BATCH_SIZE}`.execute(db);
  return rows;
}

function filterCondition({ search, role, product_id }: MemberFilters) {
  const pattern = containsPattern(search);
  return sql`m.erase_at IS NULL
      ${search ? sql`AND (f_unaccent(m.name) LIKE f_unaccent(${pattern}) OR m.email ILIKE ${pattern})` : sql``}
      ${role ? sql`AND m.roles @> ARRAY[${role}]` : sql``}
      ${isStaffRole(role) ? sql`AND is_staff(m.roles)` : sql``}
      ${
        product_id
          ? sql`AND EXISTS (SELECT FROM member_products mp
                            WHERE mp.member_id = m.id AND mp.product_id = ${product_id})`
          : sql``
      }`;
}

const isStaffRole = (role: Role | undefined) => role !== undefined && role !== 'student';

async function findMember({ db }: TenantTransaction, id: number): Promise<Member> {
  const { rows } = await sql<Member>`
    SELECT ${memberColumns} FROM members m WHERE m.id = ${id}`.execute(db);
  return orNotFound(rows[0]);
}

/** @param passwordHash null where the person chooses a password by the invitation's link */
export async function addMember(
  tx: TenantTransaction,
  { name, email, roles, product_ids }: z.output<typeof MemberInput>,
  passwordHash: string | null,
) {
  const { id } = await tx.db
    .insertInto('members')
    .values({ name, email, roles: unique(roles), password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(tx, { table: 'member_products', column: 'member_id' }, id, product_ids);
  return findMember(tx, id);
}

/** Throws 403 if an admin touches an owner, and 409 for the last owner. */
export async function changeMember(
  tx: TenantTransaction,
  id: number,
  { name, roles, product_ids }: z.output<typeof MemberPatch>,
  requesterRoles: Role[],
) {
  const before = await lockOwners(tx, id);
  if (roles) refuseOwnerChange(before.roles, roles, requesterRoles);
  await tx.db
    .updateTable('members')
    .set(definedColumns({ name, roles: roles && unique(roles) }))
    .where('id', '=', id)
    .execute();
  await keepAnOwner(tx);
  if (product_ids)
    await setProducts(tx, { table: 'member_products', column: 'member_id' }, id, product_ids);
  return findMember(tx, id);
}

/** Finds a member who can be invited again. 409 after the member has chosen a password. */
export async function findInvited({ db }: TenantTransaction, id: number) {
  const { password_hash, ...account } = orNotFound(
    await db
      .selectFrom('members')
      .select(['id', 'name', 'email', 'language', 'password_hash'])
      .where('id', '=', id)
      .where('erase_at', 'is', null)
      .executeTakeFirst(),
  );
  if (password_hash) throw refuse('already_in', messages.alreadyIn, 409);
  return account;
}

/**
 * The purpose of a link to hand over: an invitation for members who never signed in, else a new
 * password. The latter is valid for a shorter time and ends their sessions.
 */
export async function accessLinkPurpose(
  { db }: TenantTransaction,
  id: number,
  requesterRoles: Role[],
) {
  const { roles, has_signed_in } = orNotFound(
    await db
      .selectFrom('members')
      .select([
        'roles',
        sql<boolean>`password_hash IS NOT NULL OR last_seen_at IS NOT NULL`.as('has_signed_in'),
      ])
      .where('id', '=', id)
      .where('erase_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!mayCreateAccessLink(requesterRoles, roles))
    throw refuse('link_of_higher', messages.linkOfHigher, 403);
  return has_signed_in ? 'password' : 'invitation';
}

/** Throws 403 if an admin removes an owner, and 409 for the last owner. */
export async function removeMember(tx: TenantTransaction, id: number, requesterRoles: Role[]) {
  const before = await lockOwners(tx, id, { removes: true });
  refuseOwnerChange(before.roles, [], requesterRoles);
  const photos = await claimedFiles(tx, 'member_files', { member_id: id });
  await forgetMember(tx, { id, name: before.name, email: before.email });
  await tx.db.deleteFrom('members').where('id', '=', id).execute();
  await keepAnOwner(tx);
  await releaseFiles(tx, 'member_files', photos);
}

/**
 * Serialises changes of roles, so that two admins cannot remove the last two owners. Returns the member
 * as it is under the lock. A removal waits for what the member is writing, and then finds it. Throws
 * 404 for an unknown one.
 */
async function lockOwners(tx: TenantTransaction, id: number, { removes = false } = {}) {
  await lockUntilCommit(tx, 'owners');
  const query = tx.db
    .selectFrom('members')
    .select(['roles', 'name', 'email'])
    .where('id', '=', id)
    .where('erase_at', 'is', null);
  return orNotFound(await (removes ? query.forUpdate() : query).executeTakeFirst());
}

/** Throws 403 if somebody who is no owner gives or takes the role of an owner. */
export function refuseOwnerChange(rolesBefore: Role[], rolesAfter: Role[], requesterRoles: Role[]) {
  const touchesOwner = rolesBefore.includes('owner') !== rolesAfter.includes('owner');
  if (touchesOwner && !requesterRoles.includes('owner'))
    throw refuse('owners_only', messages.ownersOnly, 403);
}

async function keepAnOwner({ db }: TenantTransaction) {
  const owner = await db
    .selectFrom('members')
    .select('id')
    .where(sql<boolean>`is_staff(roles) AND roles @> '{owner}'`)
    .limit(1)
    .executeTakeFirst();
  if (!owner) throw refuse('last_owner', messages.lastOwner, 409);
}

const unique = (roles: Role[]) => [...new Set(roles)];
