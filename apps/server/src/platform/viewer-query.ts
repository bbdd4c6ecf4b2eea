import * as z from 'zod/mini';
import type { TenantReader } from './database.ts';
import { hashToken } from './secrets.ts';
import { isStaff, sessionMember, sessionMemberSql, type Member } from './session.ts';
import { statement, type Statement, type StatementValues } from './statement.ts';

/**
 * A statement of at most one row about whoever asks: `:memberId` and `:isStaff` stand for them. It is
 * compiled twice, so that it can resolve the session in the same round trip.
 */
export interface ViewerQuery<Row extends object> {
  /** For a member who is known already, or a visitor. */
  byMember: Statement<Row>;
  /** The session's cookie says who asks. */
  withSession: Statement<{ member: Member | null; found: boolean | null } & object>;
}

export function viewerQuery<Shape extends z.ZodMiniType>({
  name,
  sql,
  row,
}: {
  name: string;
  sql: string;
  row: Shape;
}): ViewerQuery<z.output<Shape> & object> {
  return {
    byMember: statement({ name, sql, row }),
    withSession: statement({
      name: `${name} by session`,
      // One row comes back even where the statement finds none: the session must be told apart.
      sql: `WITH viewer AS MATERIALIZED (${sessionMemberSql})
        SELECT (SELECT row_to_json(viewer) FROM viewer) AS member, its.*
        FROM (SELECT) AS always
        LEFT JOIN (SELECT true AS found, own.* FROM (${sql}) AS own) AS its ON true`,
      row: z.union([
        z.looseObject({ member: z.nullable(sessionMember), found: z.null() }),
        z.intersection(
          z.object({ member: z.nullable(sessionMember), found: z.literal(true) }),
          row,
        ),
      ]),
      expressions: {
        memberId: '(SELECT viewer.id FROM viewer)',
        isStaff: `(SELECT coalesce(bool_or(is_staff(viewer.roles)), false) FROM viewer)`,
      },
    }) as never,
  };
}

/** Resolves the session and runs the query in one round trip. */
export async function resolveViewerWith<Row extends object>(
  reader: TenantReader,
  token: string,
  { withSession }: ViewerQuery<Row>,
  values: StatementValues,
): Promise<{ member: Member | null; row: Row | undefined }> {
  const [answer] = await reader.run(withSession, { tokenHash: hashToken(token), ...values });
  const { member, found, ...row } = answer!;
  return { member, row: found ? (row as Row) : undefined };
}

export async function runViewerQuery<Row extends object>(
  reader: TenantReader,
  member: Member | null,
  { byMember }: ViewerQuery<Row>,
  values: StatementValues = {},
): Promise<Row | undefined> {
  const viewer = { memberId: member?.id ?? null, isStaff: member !== null && isStaff(member) };
  const [row] = await reader.run(byMember, { ...viewer, ...values });
  return row;
}
