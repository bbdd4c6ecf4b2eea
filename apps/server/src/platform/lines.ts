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

type Ask = <Row extends object>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** A checked-out connection, for one transaction after the other. */
export interface Line {
  /** Says how the next transaction begins; that is sent in one write with its first question. */
  begin(words: string): void;
  ask: Ask;
  db: Kysely<DB>;
  /** Nothing is sent where nothing was asked. */
  end(words: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

const lines = new WeakMap<pg.PoolClient, Line>();

/** Made once a connection. */
export function lineOn(client: pg.PoolClient): Line {
  const known = lines.get(client);
  if (known) return known;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let opening: string | undefined;

  const ask: Ask = (query) => {
    if (opening === undefined) return client.query(query);
    // A write to a socket costs more than a question.
    stream.cork();
    client.query(opening).catch(() => {}); // what was asked behind it fails as well, and is heard
    opening = undefined;
    const asked = client.query(query);
    stream.uncork();
    return asked as never;
  };

  const line: Line = {
    ask,
    db: kyselyOn(ask),
    begin: (words) => {
      opening = words;
    },
    end: async (words) => {
      if (opening === undefined) await client.query(words);
    },
  };
  lines.set(client, line);
  return line;
}

/** Kysely over whoever asks; transactions are opened by `inTenant`. */
export function kyselyOn(ask: Ask): Kysely<DB> {
  const connection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => {
      const { rows, rowCount } = await ask({ text: sql, values: parameters as unknown[] });
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery: (): never => {
      throw new Error('cursor pages are read page by page, not streamed');
    },
  };
  const ours = () => Promise.reject(new Error('transactions are opened by inTenant'));
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
