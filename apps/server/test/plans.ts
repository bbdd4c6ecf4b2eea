import { sql } from 'kysely';
import type { TenantTransaction } from '../src/platform/database.ts';
import type { Statement, StatementValues } from '../src/platform/statement.ts';
import { runSql } from './sql.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) gives it. */
interface PlanNode {
  Plan?: PlanNode;
  Plans?: PlanNode[];
  'Node Type'?: string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
}

type Explained = Pick<Statement<object>, 'text' | 'bind'>;

/**
 * Runs a statement, and counts the rows of a table that it looks at. It reads by indexes, as if the
 * tables were large. PostgreSQL counts the rows first: without, it may take any index.
 */
export const rowsRead = async (
  databaseUrl: string,
  tx: TenantTransaction,
  table: string,
  statement: Explained,
  values: StatementValues = {},
) => readBy(await planOf(databaseUrl, tx, table, statement, values), table);

/** Runs a statement as `rowsRead` does, and counts the rows of a CTE that its other parts look at. */
export const cteRowsRead = async (
  databaseUrl: string,
  tx: TenantTransaction,
  { cte, table }: { cte: string; table: string },
  statement: Explained,
  values: StatementValues = {},
) => readBy(await planOf(databaseUrl, tx, table, statement, values), cte);

/** Runs a statement as `rowsRead` does, and tells how it reads a table: `Index Scan members_pkey`. */
export const scansOf = async (
  databaseUrl: string,
  tx: TenantTransaction,
  table: string,
  statement: Explained,
  values: StatementValues = {},
) =>
  nodesOf(await planOf(databaseUrl, tx, table, statement, values))
    .filter((node) => node['Relation Name'] === table)
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`.trim());

/**
 * Counts the rows of a table that a transaction reads meanwhile, also within functions, whose plans
 * EXPLAIN does not show. It reads by indexes, as if the tables were large. PostgreSQL counts the rows
 * first: those of before the transaction.
 */
export async function rowsReadBy(
  databaseUrl: string,
  tx: TenantTransaction,
  table: string,
  act: () => Promise<unknown>,
): Promise<number> {
  await runSql(databaseUrl, `ANALYZE ${table}`);
  await sql`SET LOCAL enable_seqscan = off`.execute(tx.db);
  const readSoFar = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT seq_tup_read + idx_tup_fetch AS count FROM pg_stat_xact_user_tables
      WHERE relid = ${table}::regclass`.execute(tx.db);
    return rows[0]!.count;
  };
  const before = await readSoFar();
  await act();
  return (await readSoFar()) - before;
}

async function planOf(
  databaseUrl: string,
  tx: TenantTransaction,
  table: string,
  { text, bind }: Explained,
  values: StatementValues,
): Promise<PlanNode> {
  await runSql(databaseUrl, `ANALYZE ${table}`);
  await sql`SET LOCAL enable_seqscan = off`.execute(tx.db);
  const [plan] = (await tx.run({
    name: '',
    text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    bind: () => bind(values),
    check: (rows) => rows as never,
  })) as { 'QUERY PLAN': PlanNode[] }[];
  return plan!['QUERY PLAN'][0]!;
}

const childrenOf = (node: PlanNode) => [...(node.Plan ? [node.Plan] : []), ...(node.Plans ?? [])];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...childrenOf(node).flatMap(nodesOf)];

function readBy(node: PlanNode, name: string): number {
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const isOwn = node['Relation Name'] === name || node['CTE Name'] === name;
  const own = isOwn ? rows * (node['Actual Loops'] ?? 1) : 0;
  return childrenOf(node).reduce((sum, child) => sum + readBy(child, name), own);
}
