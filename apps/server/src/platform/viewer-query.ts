import * as z from 'zod/mini';
import type { TenantReader } from './database.ts';
import { rememberSession } from './request-account.ts';
import { hashToken } from './secrets.ts';
import { isStaff, sessionMember, sessionMemberSql, type Member } from './session.ts';
import { statement, type Statement, type StatementValues } from './statement.ts';

/**
 * A single-row query about the viewer, `:memberId` and `:isStaff`. It is compiled twice, so that it
 * can resolve the session in the same round trip.
 */
export interface ViewerQuery<Row extends object> {
  /** True if it changes rows: run it by a writer. */
  writes: boolean;
  /** For a member who is already resolved, or a visitor. */
  byMember: Statement<Row>;
  /** Resolves the viewer by the session's token. Returns no row if there is no such session. */
  withSession: SessionStatement;
  /** The same, with the flags that a page reads of every member. */
  forPage(page: string, flags: PageFlags): SessionStatement;
}

/** The row type of a viewer query. */
export type RowOf<Query> = Query extends ViewerQuery<infer Row> ? Row : never;

/** SQL conditions about `:memberId`, by name, that a page reads besides its query. */
type PageFlags = Readonly<Record<string, string>>;

type SessionStatement = Statement<
  ViewerColumns & { found: boolean | null; flags?: Record<string, boolean> } & object
>;

const viewerColumns = z.object({
  viewer_id: sessionMember.shape.id,
  viewer_name: sessionMember.shape.name,
  viewer_email: sessionMember.shape.email,
  viewer_photo_url: sessionMember.shape.photo_url,
  viewer_roles: sessionMember.shape.roles,
  viewer_language: sessionMember.shape.language,
  viewer_stale: sessionMember.shape.stale,
});
type ViewerColumns = z.output<typeof viewerColumns>;

const viewerFields = Object.keys(sessionMember.shape)
  .map((field) => `viewer.${field} AS viewer_${field}`)
  .join(', ');

interface ViewerQueryOptions<Shape extends z.ZodMiniType> {
  name: string;
  sql: string;
  row: Shape;
  /** False by default. Without a session, the query does not run, so it writes nothing. */
  writes?: boolean;
  /**
   * CTEs before `sql`: PostgreSQL accepts INSERT, UPDATE and DELETE only there. A CTE that uses
   * `:memberId` or `:isStaff` joins `viewer`. It has no row where there is no session.
   */
  ctes?: string;
}

/**
 * Makes a statement that also resolves the session, so that reader and rows take one round trip. A
 * found session without a row still gives the member.
 */
export function viewerQuery<Shape extends z.ZodMiniType>({
  name,
  sql,
  row,
  writes = false,
  ctes,
}: ViewerQueryOptions<Shape>): ViewerQuery<z.output<Shape> & object> {
  const withCtes = (viewer: string) =>
    ctes === undefined ? '' : `WITH viewer AS MATERIALIZED (${viewer}), ${ctes} `;
  const sessionStatement = (nameSuffix: string, extraColumns = '') =>
    statement({
      name: `${name} ${nameSuffix}`,
      // Returns the viewer's row even if the statement finds none.
      sql: `${withCtes(sessionMemberSql)}SELECT ${viewerFields}, result.*${extraColumns}
        FROM ${ctes === undefined ? `(${sessionMemberSql}) AS viewer` : 'viewer'}
        LEFT JOIN LATERAL (SELECT true AS found, query.* FROM (${sql}) AS query) AS result ON true`,
      row: z.union([
        z.intersection(viewerColumns, z.looseObject({ found: z.null() })),
        z.intersection(viewerColumns, z.intersection(z.object({ found: z.literal(true) }), row)),
      ]),
      expressions: { memberId: 'viewer.id', isStaff: 'is_staff(viewer.roles)' },
    }) as never;
  const flagsOf = (flags: PageFlags) =>
    Object.entries(flags).map(([flag, condition]) => `'${flag}', (${condition})`);
  return {
    writes,
    byMember: statement({ name, sql: `${withCtes('SELECT :memberId::bigint AS id')}${sql}`, row }),
    withSession: sessionStatement('by session'),
    forPage: (page, flags) =>
      sessionStatement(
        `of the page ${page}`,
        `, json_build_object(${flagsOf(flags).join(', ')}) AS flags`,
      ),
  };
}

/** For a page that starts with no query of its own. */
export const noQuery = viewerQuery({ name: 'nothing', sql: 'SELECT', row: z.object({}) });

/** Resolves the session and runs the query in one round trip. Null if nobody is signed in. */
export async function resolveViewerWith<Row extends object>(
  reader: TenantReader,
  token: string,
  { withSession }: Pick<ViewerQuery<Row>, 'withSession'>,
  values: StatementValues,
): Promise<{ member: Member; row: Row | undefined; flags: Record<string, boolean> } | null> {
  const [answer] = await reader.run(withSession, { tokenHash: hashToken(token), ...values });
  if (!answer) return null;
  const member = {
    id: answer.viewer_id,
    name: answer.viewer_name,
    email: answer.viewer_email,
    photo_url: answer.viewer_photo_url,
    roles: answer.viewer_roles,
    language: answer.viewer_language,
    stale: answer.viewer_stale,
  };
  rememberSession(token, reader.tenantId, { id: member.id, isStaff: isStaff(member) });
  const row = answer.found ? (answer as unknown as Row) : undefined;
  return { member, row, flags: answer.flags ?? {} };
}

/** Runs the statement for a viewer who is known already. Returns its row, if there is one. */
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
