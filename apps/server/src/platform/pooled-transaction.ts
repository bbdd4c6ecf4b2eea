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
   * Nothing is sent where nothing was asked. What is asked from here on is refused: it would stand
   * in the transaction of whoever has the connection next.
   */
  end(words: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/** @param begin how the transaction begins; sent in one write with its first question. */
export function openPooledTransaction(client: pg.PoolClient, begin: string): PooledTransaction {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let beginSql: string | undefined = begin;
  let over = false;
  let db: Kysely<DB> | undefined;

  const query: RunQuery = (query) => {
    if (over) return Promise.reject(new Error('asked after the end of its transaction'));
    if (beginSql === undefined) return client.query(query);
    // A write to a socket costs more than a question.
    stream.cork();
    const begun = client.query(beginSql);
    beginSql = undefined;
    const asked = client.query(query);
    stream.uncork();
    asked.catch(() => {}); // heard below, or nothing was begun
    return begun.then(() => asked) as never;
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

/** Kysely over whoever asks; transactions are opened by `transaction`. */
export function kyselyOn(ask: RunQuery): Kysely<DB> {
  const connection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { rows, rowCount } = await ask({ text: sql, values: parameters as unknown[] });
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
