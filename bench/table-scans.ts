import pg from 'pg';
import { line } from './figures.ts';
import type { Cluster } from './servers.ts';

/**
 * Prints the tables of some size that a request read from end to end: its statement did without the
 * index of the school, so it takes longer with every school of the installation.
 */
export async function printTableScans({ url }: Cluster) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ relname: string; seq_scan: string; n_live_tup: string }>(
    `SELECT relname, seq_scan, n_live_tup FROM pg_stat_user_tables
     WHERE seq_scan > 0 AND n_live_tup > 1000 ORDER BY relname`,
  );
  await client.end();
  for (const { relname, seq_scan, n_live_tup } of rows)
    line(`read row by row: ${relname}`, `${seq_scan} times`, `${n_live_tup} rows of all schools`);
}
