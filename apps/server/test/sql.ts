import pg from 'pg';

/** Runs SQL on a connection of its own, by the login of the URL. Returns the rows. */
export async function runSql<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The template of `ownDatabase`. Nobody connects to it. */
export const MIGRATED = 'vitrine_migrated';

/** Lets commits return before the disk has them: the run removes its data. Faults have own servers. */
export const commitWithoutDisk = (url: string) =>
  runSql(url, `ALTER DATABASE ${nameOf(url)} SET synchronous_commit = off`);

export const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Makes waiting jobs due, whenever they were to run: all of them, or those of one task. */
export const makeJobsDue = (databaseUrl: string, task = '%') =>
  runSql(
    databaseUrl,
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE task_id IN (
      SELECT id FROM graphile_worker._private_tasks WHERE identifier LIKE '${task}')`,
  );
