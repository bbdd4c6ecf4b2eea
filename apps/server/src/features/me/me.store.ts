import { filePath } from '@vitrine/contract/file-addresses';
import type { Profile, ProfilePatch } from '@vitrine/contract/me';
import { messages as uploads } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { claimFile, releaseFiles } from '../../kit/files/claim-files.ts';
import { fileName } from '../../kit/files/file-names.ts';
import { requireTimeZone } from '../../kit/require-time-zone.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { hashToken } from '../../platform/secrets.ts';
import { watchedSeconds } from './watched-seconds.ts';

const columns = [
  'id',
  'name',
  'email',
  'photo_url',
  'bio',
  'language',
  'roles',
  'in_ranking',
  'show_profile',
  'time_zone',
  'created_at',
] as const;

/** The member's own profile. `email_refused` tells that a mail server refused the address. */
export async function findProfile({ db }: TenantTransaction, memberId: number): Promise<Profile> {
  const row = await db
    .selectFrom('members')
    .select(columns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('email_bounces as b')
          .select('b.email')
          .whereRef('b.email', '=', sql`lower(members.email)`),
      ).as('email_refused'),
    )
    .select(sql<number>`${sql.raw(watchedSeconds('members.id'))}`.as('watched_seconds'))
    .where('id', '=', memberId)
    .$castTo<Profile>()
    .executeTakeFirst();
  return orNotFound(row);
}

/** Changes of one profile run one after another, so that every replaced photo is released. */
export async function changeProfile(
  tx: TenantTransaction,
  memberId: number,
  { photo, tenant_id: _, ...patch }: ProfilePatch & { tenant_id?: unknown },
): Promise<Profile> {
  const previous = orNotFound(
    await tx.db
      .selectFrom('members')
      .select('photo_url')
      .where('id', '=', memberId)
      .where('erase_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  );
  const photo_url =
    typeof photo === 'string' ? await claimPhoto(tx, memberId, photo, previous.photo_url) : photo;
  await requireTimeZone(tx, patch.time_zone);
  const values = definedColumns({ ...patch, photo_url });
  await tx.db.updateTable('members').set(values).where('id', '=', memberId).execute();
  if (photo !== undefined && previous.photo_url !== photo_url)
    await releaseFiles(tx, 'member_files', [previous.photo_url]);
  return findProfile(tx, memberId);
}

/** Keeps the present photo. Another one must be an upload of the member. */
async function claimPhoto(
  tx: TenantTransaction,
  memberId: number,
  photo: string,
  storedHash: string | null,
) {
  const path = filePath(photo);
  if (path && path === storedHash) return storedHash;
  const uploaded =
    path &&
    (await tx.db
      .selectFrom('files')
      .select('id')
      .where('name', '=', fileName(path))
      .where('member_id', '=', memberId)
      .executeTakeFirst());
  if (!uploaded) throw invalid({ photo: [uploads.notUploaded] });
  return (await claimFile(tx, path, 'photo', 'photo')).path;
}

/** Maximum number of listed sessions, latest first. */
const MAX_SESSIONS = 100;

interface OpenSession {
  id: number;
  user_agent: string;
  last_seen_at: Date | string;
  current: boolean;
}

/** Lists the sessions. The request's own comes first and counts as seen now. */
export async function listSessions(
  { db }: TenantTransaction,
  memberId: number,
  token: string,
): Promise<OpenSession[]> {
  const current = hashToken(token);
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'last_seen_at', 'token_hash'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', new Date())
    .orderBy((eb) => eb('token_hash', '=', current), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
  return rows.map(({ token_hash, ...row }) => {
    const isCurrent = token_hash.equals(current);
    return {
      ...row,
      last_seen_at: isCurrent ? new Date() : row.last_seen_at,
      current: isCurrent,
    };
  });
}

/** @returns whether it was the session of this request */
export async function endSessionById(
  { db }: TenantTransaction,
  memberId: number,
  { id, token }: { id: number; token: string },
) {
  const session = orNotFound(
    await db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .where('expires_at', '>', new Date())
      .returning('token_hash')
      .executeTakeFirst(),
  );
  return session.token_hash.equals(hashToken(token));
}

/** Ends all sessions of the member except the one of this token. */
export async function endOtherSessions({ db }: TenantTransaction, memberId: number, token: string) {
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .where('token_hash', '<>', hashToken(token))
    .execute();
}
