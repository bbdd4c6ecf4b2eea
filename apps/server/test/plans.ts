import { sql } from 'kysely';
import type { TenantTransaction } from '../src/platform/database.ts';
import type { Statement, StatementValues } from '../src/platform/statement.ts';
import { runSql } from './sql.ts';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) gives it. */
interface PlanNode {
  Plan?: PlanNode;
  Plans?: PlanNode[];
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
}

/**
 * Runs a statement, and counts the rows of a table that it looks at. It reads by indexes, as if the
 * tables were large. PostgreSQL counts the rows first: without, it may take any index.
 */
export async function rowsRead(
  databaseUrl: string,
  tx: TenantTransaction,
  table: string,
  { text, bind }: Pick<Statement<object>, 'text' | 'bind'>,
  values: StatementValues = {},
) {
  await runSql(databaseUrl, `ANALYZE ${table}`);
  await sql`SET LOCAL enable_seqscan = off`.execute(tx.db);
  const [plan] = (await tx.run({
    name: '',
    text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    bind: () => bind(values),
    check: (rows) => rows as never,
  })) as { 'QUERY PLAN': PlanNode[] }[];
  return readBy(plan!['QUERY PLAN'][0]!, table);
}

function readBy(node: PlanNode, table: string): number {
  const below = [...(node.Plan ? [node.Plan] : []), ...(node.Plans ?? [])];
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  const own = node['Relation Name'] === table ? rows * (node['Actual Loops'] ?? 1) : 0;
  return below.reduce((sum, child) => sum + readBy(child, table), own);
}
