import { limits, messages } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { refuse } from '../../platform/app-error.ts';
import type { StorageConfig } from '../../platform/config.ts';
import type { TenantTransaction } from '../../platform/database.ts';

const MB = 1_048_576;

interface StorageUse {
  files: number;
  used_bytes: number;
  limit_bytes: number;
  student_limit_bytes: number;
}

/** Reads the storage that the school uses, and its quotas: its own, or those of the installation. */
export async function storageUse(
  { db }: TenantTransaction,
  { schoolMb, studentMb }: StorageConfig,
): Promise<StorageUse> {
  const { rows } = await sql<StorageUse>`
    SELECT coalesce(s.files, 0) AS files, coalesce(s.bytes, 0) AS used_bytes,
      coalesce(t.storage_mb, ${schoolMb}::bigint) * ${MB} AS limit_bytes,
      coalesce(t.student_storage_mb, ${studentMb}::bigint) * ${MB} AS student_limit_bytes
    FROM tenants t LEFT JOIN school_storage s ON s.tenant_id = t.id
    WHERE t.id = app_tenant()`.execute(db);
  return rows[0]!;
}

/**
 * Refuses a file that exceeds a quota. Call it after its row was written. The row's trigger locks
 * the school's sums until the transaction ends, so that parallel uploads are checked one by one.
 * Files of an import have no `memberId`: only the school's quota limits them.
 */
export async function refuseOverQuota(
  tx: TenantTransaction,
  storage: StorageConfig,
  memberId: number | null,
) {
  const { used_bytes, limit_bytes, student_limit_bytes } = await storageUse(tx, storage);
  if (used_bytes > limit_bytes) throw schoolFull();
  if (memberId === null) return;
  const { is_admin, own_bytes, ...unclaimed } = await memberUse(tx, memberId);
  if (!is_admin && own_bytes > student_limit_bytes)
    throw refuse('own_storage_full', messages.ownStorageFull, 409);
  const memberLimits = is_admin ? limits.unclaimed.admin : limits.unclaimed.student;
  const { school } = limits.unclaimed;
  if (
    unclaimed.own_files > memberLimits.files ||
    unclaimed.own_unclaimed_bytes > memberLimits.bytes ||
    unclaimed.school_files > school.files ||
    unclaimed.school_bytes > school.bytes
  )
    throw refuse('too_many_unclaimed', messages.tooManyUnclaimed, 409);
}

/** Saves long work on a file that could not be stored. Only `refuseOverQuota` decides in the end. */
export async function refuseFullSchool(tx: TenantTransaction, storage: StorageConfig) {
  const { used_bytes, limit_bytes } = await storageUse(tx, storage);
  if (used_bytes >= limit_bytes) throw schoolFull();
}

const schoolFull = () => refuse('school_storage_full', messages.schoolStorageFull, 409);

interface MemberUse {
  is_admin: boolean;
  own_bytes: number;
  own_files: number;
  own_unclaimed_bytes: number;
  school_files: number;
  school_bytes: number;
}

/** An expired upload counts for the quota until it is swept, but blocks no new upload. */
async function memberUse({ db }: TenantTransaction, memberId: number): Promise<MemberUse> {
  const { rows } = await sql<MemberUse>`
    SELECT m.roles && '{owner,admin}' AS is_admin, coalesce(s.bytes, 0) AS own_bytes, unclaimed.*
    FROM members m
    LEFT JOIN member_storage s ON s.member_id = m.id
    CROSS JOIN (
      SELECT count(*) FILTER (WHERE f.member_id = ${memberId}) AS own_files,
        coalesce(sum(f.counted_bytes) FILTER (WHERE f.member_id = ${memberId}), 0)::bigint
          AS own_unclaimed_bytes,
        count(*) AS school_files,
        coalesce(sum(f.counted_bytes), 0)::bigint AS school_bytes
      FROM files f
      WHERE f.unused_since IS NOT NULL AND NOT f.claimed AND f.member_id IS NOT NULL
        AND (f.state <> 'pending' OR f.expires_at IS NULL OR f.expires_at > now())
    ) AS unclaimed
    WHERE m.id = ${memberId}`.execute(db);
  return rows[0]!;
}
