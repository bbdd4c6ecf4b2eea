import type pg from 'pg';
import { busy } from '../../platform/app-error.ts';
import { retryWhileBusy } from '../../platform/retry-while-busy.ts';
import { openOwnerClient } from '../backup/owner-client.ts';

/** The connection broke during COMMIT, and the database does not say what became of it. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome';
}

/**
 * Commits. If the answer is lost, it asks on a new connection whether the transaction was committed.
 * Otherwise an import would delete the files of a school that stands.
 */
export async function commit(client: pg.Client, url: string) {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  try {
    await client.query('COMMIT');
  } catch (error) {
    const committed = await wasCommitted(url, rows[0]!.id).catch((cause: Error) => {
      throw new UnknownOutcome(cause.message, { cause });
    });
    if (!committed) throw error;
  }
}

const wasCommitted = (url: string, transactionId: string) =>
  retryWhileBusy(async () => {
    const { client } = await openOwnerClient(url);
    try {
      const { rows } = await client.query<{ status: string }>(
        'SELECT pg_xact_status($1::xid8) AS status',
        [transactionId],
      );
      // The database may still be writing it, or has not noticed yet that the client is gone.
      if (rows[0]!.status === 'in progress') throw busy();
      return rows[0]!.status === 'committed';
    } finally {
      await client.end();
    }
  });
