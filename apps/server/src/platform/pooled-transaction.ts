import type { Socket } from 'node:net';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Dialect,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './database.types.ts';

type RunQuery = <Row extends object>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** A checked-out connection, for one transaction. */
export interface PooledTransaction {
  query: RunQuery;
  readonly db: Kysely<DB>;
  /**
   * Sends `words` only if a query ran. Later queries are refused: they would run in the transaction
   * of the connection's next user.
   */
  end(words: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/** @param begin the SQL that begins the transaction; sent in one write with the first query */
export function openPooledTransaction(client: pg.PoolClient, begin: string): PooledTransaction {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let beginSql: string | undefined = begin;
  let over = false;
  let db: Kysely<DB> | undefined;

  const query: RunQuery = (query) => {
    if (over) return Promise.reject(new Error('asked after the end of its transaction'));
    if (beginSql === undefined) return client.query(query);
    // A write to a socket costs more than a query, so both go out in one write.
    stream.cork();
    const begun = client.query(beginSql);
    beginSql = undefined;
    const result = client.query(query);
    stream.uncork();
    result.catch(() => {}); // handled below, unless BEGIN failed
    return begun.then(() => result) as never;
  };

  return {
    query,
    get db() {
      return (db ??= kyselyOn(query));
    },
    end: async (words) => {
      over = true;
      if (beginSql === undefined) await client.query(words);
    },
  };
}

/** Returns a Kysely that runs its queries by `runQuery`. It opens no transactions: `transaction` does. */
export function kyselyOn(runQuery: RunQuery): Kysely<DB> {
  const connection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { rows, rowCount } = await runQuery({ text: sql, values: parameters as unknown[] });
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: (): never => {
      throw new Error('cursor pages are read page by page, not streamed');
    },
  };
  const ours = () => Promise.reject(new Error('transactions are opened by transaction'));
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: ours,
      commitTransaction: ours,
      rollbackTransaction: ours,
      destroy: async () => {},
    }),
  };
  return new Kysely<DB>({ dialect });
}
