import type { TenantReader } from './database.ts';
import { hashToken } from './secrets.ts';
import { sessionMemberSql, isStaff, type Member } from './session.ts';

/** A page's one question, of at most one row: $1 school, $2 member, $3 staff, then its own values. */
export interface ViewerQuery {
  name: string;
  text: string;
  /** The same, where the session says who $2 is and whether $3 holds. */
  textBySession: string;
}

export const viewerQuery = (name: string, text: string): ViewerQuery => ({
  name,
  text,
  textBySession: textBySession(text),
});

/** Who asks, and what the page shows them, in one round trip. */
export async function resolveViewerWith<Row extends object>(
  reader: TenantReader,
  token: string,
  { name, textBySession: text }: ViewerQuery,
  values: unknown[],
): Promise<{ member: Member | null; row: Row | undefined }> {
  const [found] = await reader.prepared<{ member: Member | null; asked: boolean } & Row>(
    `${name} by session`,
    text,
    [reader.tenantId, hashToken(token), ...values],
  );
  const { member, asked, ...row } = found!;
  return { member, row: asked ? (row as unknown as Row) : undefined };
}

/** The same of somebody who is known already, or of a visitor. */
export async function runViewerQuery<Row extends object>(
  reader: TenantReader,
  member: Member | null,
  { name, text }: ViewerQuery,
  values: unknown[] = [],
) {
  const who = [member?.id ?? null, member !== null && isStaff(member)];
  const [row] = await reader.prepared<Row>(name, text, [reader.tenantId, ...who, ...values]);
  return row;
}

function textBySession(text: string) {
  const inside = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    if (number === '1') return '$1';
    if (number === '2') return '(SELECT who.id FROM who)';
    if (number === '3') return `(SELECT coalesce(bool_or(is_staff(who.roles)), false) FROM who)`;
    return `$${Number(number) - 1}`;
  });
  return `WITH who AS MATERIALIZED (${sessionMemberSql})
    SELECT (SELECT row_to_json(who) FROM who) AS member, page.* FROM (SELECT) AS always
    LEFT JOIN (SELECT true AS asked, its.* FROM (${inside}) AS its) AS page ON true`;
}
