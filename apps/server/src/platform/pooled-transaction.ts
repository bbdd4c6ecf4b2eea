import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Dialect,
} from 'kysely';
import type pg from 'pg';
import { socketOf } from './client-socket.ts';
import type { DB } from './database.types.ts';
import { codeOf, sqlState } from './sql-state.ts';

type RunQuery = <Row extends object>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** A checked-out connection, for one transaction. */
export interface PooledTransaction {
  query: RunQuery;
  readonly db: Kysely<DB>;
  /** Sends `query` in one write with the COMMIT. A ROLLBACK drops it. */
  queryAtCommit(query: pg.QueryConfig): void;
  /**
   * Sends `command` only if a query ran. If a query at the COMMIT fails, PostgreSQL rolls back and
   * this rejects. Later queries are refused: they would run in the transaction of the connection's
   * next user.
   */
  end(command: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

const lateQuery = () => new Error('query after the end of its transaction');

/** @param begin the SQL that begins the transaction; sent in one write with the first query */
export function openPooledTransaction(client: pg.PoolClient, begin: string): PooledTransaction {
  const socket = socketOf(client);
  let beginSql: string | undefined = begin;
  const queriesAtCommit: pg.QueryConfig[] = [];
  let ended = false;
  let db: Kysely<DB> | undefined;
  let firstError: unknown;

  /** After an error PostgreSQL ignores the other queries. Their errors name the first one's reason. */
  const withReason: RunQuery = (config) =>
    client.query(config).catch((error: unknown) => {
      firstError ??= error;
      throw codeOf(error) === sqlState.inFailedSqlTransaction ? firstError : error;
    }) as never;

  const query: RunQuery = (query) => {
    if (ended) return Promise.reject(lateQuery());
    if (beginSql === undefined) return withReason(query);
    // A write to a socket costs more than a query, so both go out in one write.
    socket.cork();
    const beginResult = client.query(beginSql);
    beginSql = undefined;
    const result = withReason(query);
    socket.uncork();
    result.catch(() => {}); // handled below, unless BEGIN failed
    return beginResult.then(() => result) as never;
  };

  return {
    query,
    get db() {
      return (db ??= kyselyOn(query));
    },
    queryAtCommit: (query) => {
      if (ended) throw lateQuery();
      queriesAtCommit.push(query);
    },
    end: async (command) => {
      socket.cork();
      const results: Promise<unknown>[] = command === 'COMMIT' ? queriesAtCommit.map(query) : [];
      ended = true;
      if (beginSql === undefined) results.push(client.query(command));
      socket.uncork();
      await Promise.all(results);
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
  const rejectTransaction = () =>
    Promise.reject(new Error('transactions are opened by transaction'));
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: rejectTransaction,
      commitTransaction: rejectTransaction,
      rollbackTransaction: rejectTransaction,
      destroy: async () => {},
    }),
  };
  return new Kysely<DB>({ dialect });
}
