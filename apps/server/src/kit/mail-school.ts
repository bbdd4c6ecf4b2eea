import { sql } from 'kysely';
import type { TenantTransaction } from '../platform/database.ts';
import type { MailSchool } from '../platform/mail-page.ts';

/** A column with the `MailSchool` of tenant `t` with settings `s`. */
export const mailSchoolColumn = sql<MailSchool>`json_build_object('name', t.name,
  'logo', coalesce(s.logo_square, s.logo_horizontal),
  'brand', s.primary_color, 'ground', s.background_color_primary)`;

/** Reads the school's name, logo and colours for mails. */
export async function readMailSchool({ db, tenantId }: TenantTransaction): Promise<MailSchool> {
  const { rows } = await sql<{ school: MailSchool }>`
    SELECT ${mailSchoolColumn} AS school
    FROM tenants t JOIN platform_settings s ON s.tenant_id = t.id WHERE t.id = ${tenantId}`.execute(
    db,
  );
  return rows[0]!.school;
}
