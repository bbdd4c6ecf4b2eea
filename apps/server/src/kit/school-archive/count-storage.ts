import type pg from 'pg';

/** A stored file of a school: its name, and the bytes of it and of its smaller widths. */
export type StoredBytes = ReadonlyMap<string, number>;

/**
 * Counts the storage of an imported school by what was stored. An archive that states less would have a
 * quota without end, on the disk of all schools.
 */
export async function countStorage(client: pg.Client, tenantId: number, stored: StoredBytes) {
  await client.query(
    `UPDATE files f SET counted_bytes = s.bytes
     FROM unnest($2::text[], $3::bigint[]) AS s (name, bytes)
     WHERE f.tenant_id = $1 AND f.name = s.name AND f.counted_bytes < s.bytes`,
    [tenantId, [...stored.keys()], [...stored.values()]],
  );
  await client.query(
    `INSERT INTO school_storage (tenant_id, files, bytes)
     SELECT $1, count(*), coalesce(sum(counted_bytes), 0) FROM files WHERE tenant_id = $1
     ON CONFLICT (tenant_id) DO UPDATE SET files = excluded.files, bytes = excluded.bytes`,
    [tenantId],
  );
  await client.query(
    `INSERT INTO member_storage (tenant_id, member_id, files, bytes)
     SELECT $1, m.id, count(f.id), coalesce(sum(f.counted_bytes), 0)
     FROM members m JOIN files f ON f.tenant_id = m.tenant_id AND f.member_id = m.id
     WHERE m.tenant_id = $1 GROUP BY m.id
     ON CONFLICT (tenant_id, member_id) DO UPDATE SET files = excluded.files, bytes = excluded.bytes`,
    [tenantId],
  );
  await client.query(
    `UPDATE member_storage s SET files = 0, bytes = 0
     WHERE s.tenant_id = $1 AND NOT EXISTS (
       SELECT FROM files f WHERE f.tenant_id = s.tenant_id AND f.member_id = s.member_id)`,
    [tenantId],
  );
}
