import type { Socket } from 'node:net';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { DB } from './database.types.ts';
import { busy } from './refusals.ts';
import type { ObjectStore } from './object-store.ts';

/** The role of the running application: it owns nothing and row-level security binds it. */
export const appRole = 'vitrine_app';

// Ids are counted far below 2^53, so a bigint may be a number everywhere.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const listOfInt8 = 1016;
types.setTypeParser(listOfInt8, (text) => JSON.parse(`[${text.slice(1, -1)}]`) as number[]);

/**
 * One school's view of the database, open for one transaction. Row-level security leaves nothing
 * of any other school in sight, so a query needs no tenant of its own; new rows get it by default.
 */
export interface Scope {
  readonly tenantId: number;
  readonly db: Kysely<DB>;
  /** Where the files lie: for one that must be looked at before it counts. */
  readonly objects: ObjectStore;
  /**
   * One statement, prepared once a connection under its own name: for what is asked on every page.
   */
  prepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  /** Runs once the work is done and committed; what fails here is logged, never answered. */
  afterCommit(effect: () => void): void;
}

/** What a single statement needs of a `Scope`. */
export type Asker = Pick<Scope, 'tenantId' | 'prepared'>;

export interface Database {
  /** Work of one school, in one transaction; whatever throws undoes all of it. */
  inTenant<T>(tenantId: number, work: (scope: Scope) => Promise<T>): Promise<T>;
  /**
   * The same for work that only reads: a write in it is refused by PostgreSQL. Its end is not
   * waited for, so that one statement is one round trip.
   */
  readInTenant<T>(tenantId: number, work: (scope: Scope) => Promise<T>): Promise<T>;
  /**
   * One prepared statement in the school's own transaction, sent whole in one write: what every
   * request asks. `readInTenant` is the way for anything longer.
   */
  asker(tenantId: number): Asker;
  /** The few tables that belong to the platform, not to a school (`tenants`). */
  platform: Kysely<DB>;
  /** LISTEN on a connection of its own; comes back by itself, and tells when it had been gone. */
  listen(channel: string, heard: (payload: string) => void, back: () => void): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  objects: ObjectStore;
  onError: (error: Error) => void;
}

/** A connection string and role as the application uses them. */
export const connectionAs = (url: string, role: string) => ({
  connectionString: url,
  types,
  pipeline: true,
  connectionTimeoutMillis: 5_000,
  options: [
    `-c role=${role}`,
    '-c statement_timeout=15s',
    '-c lock_timeout=5s',
    '-c idle_in_transaction_session_timeout=30s',
    '-c jit=off',
    '-c timezone=UTC',
  ].join(' '),
});

export function openDatabase({ url, poolSize, objects, onError }: DatabaseOptions): Database {
  const connection = connectionAs(url, appRole);
  const pool = new pg.Pool({ ...connection, max: poolSize, idleTimeoutMillis: 60_000 });
  // Without listeners a restart of the database would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const platform = new Kysely<DB>({ dialect: pooledDialect(pool) });
  const ears: pg.Client[] = [];
  const door = fairDoor(pool, poolSize);
  let closing = false;

  /** A connection with the school's transaction begun; nothing has been waited for yet. */
  async function begin(tenantId: number, kind: '' | 'READ ONLY', effects: (() => void)[]) {
    const client = await pool.connect();
    inOneWrite(client);
    // The first query of the work travels in the same round trip.
    const begun = client.query(
      `BEGIN ${kind}; SELECT set_config('app.tenant', '${Number(tenantId)}', true)`,
    );
    begun.catch(() => {});
    const scope: Scope = {
      tenantId,
      db: kyselyOn(client),
      objects,
      prepared: async <Row extends object>(name: string, text: string, values: unknown[]) =>
        (await client.query<Row>({ name, text, values })).rows,
      afterCommit: (effect) => effects.push(effect),
    };
    return { client, begun, scope };
  }

  async function undo(client: pg.PoolClient) {
    return client.query('ROLLBACK').then(
      () => undefined,
      (trouble: Error) => trouble,
    );
  }

  return {
    platform,

    async inTenant(tenantId, work) {
      const leave = door.enter(tenantId);
      const effects: (() => void)[] = [];
      try {
        const { client, begun, scope } = await begin(tenantId, '', effects);
        let broken: Error | undefined;
        try {
          const result = await work(scope);
          await begun;
          await client.query('COMMIT');
          for (const effect of effects) runEffect(effect, onError);
          return result;
        } catch (error) {
          broken = await undo(client);
          throw error;
        } finally {
          client.release(broken);
        }
      } finally {
        leave();
      }
    },

    async readInTenant(tenantId, work) {
      const leave = door.enter(tenantId);
      const effects: (() => void)[] = [];
      try {
        const { client, begun, scope } = await begin(tenantId, 'READ ONLY', effects);
        let broken: Error | undefined;
        try {
          const result = await work(scope);
          await begun;
          // Whoever takes the connection next queues behind it.
          client.query('COMMIT').catch(onError);
          for (const effect of effects) runEffect(effect, onError);
          return result;
        } catch (error) {
          broken = await undo(client);
          throw error;
        } finally {
          client.release(broken);
        }
      } finally {
        leave();
      }
    },

    asker: (tenantId) => ({
      tenantId,
      prepared: async <Row extends object>(name: string, text: string, values: unknown[]) => {
        const leave = door.enter(tenantId);
        try {
          const { client, begun } = await begin(tenantId, 'READ ONLY', []);
          const asked = client.query<Row>({ name, text, values });
          const ended = client.query('COMMIT');
          asked.catch(() => {});
          ended.catch(() => {}); // both told below
          try {
            await begun;
            return (await asked).rows;
          } finally {
            const broken = await ended.then(
              () => undefined,
              (error: Error) => error,
            );
            client.release(broken);
          }
        } finally {
          leave();
        }
      },
    }),

    async listen(channel, heard, back) {
      const connect = async () => {
        const client = new pg.Client(connection);
        client.on('error', onError);
        client.on('notification', (note) => heard(note.payload ?? ''));
        client.on('end', () => {
          ears.splice(ears.indexOf(client), 1);
          if (!closing) setTimeout(() => void reconnect(), 1_000).unref();
        });
        await client.connect();
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        ears.push(client);
      };
      const reconnect = () =>
        connect().then(back, () => {
          if (!closing) setTimeout(() => void reconnect(), 1_000).unref();
        });
      await connect();
    },

    async ping() {
      await pool.query('SELECT 1');
    },

    async close() {
      closing = true;
      await Promise.all(ears.map((client) => client.end().catch(() => {})));
      await pool.end();
    },
  };
}

/**
 * Bounded queues, and a fair share per school: whoever would wait too long is told so early, and
 * one busy school cannot fill the queue of all the others.
 */
function fairDoor(pool: pg.Pool, poolSize: number) {
  const inside = new Map<number, number>();
  const longestQueue = poolSize * 30;
  const share = poolSize * 8;
  return {
    enter(tenantId: number) {
      const own = inside.get(tenantId) ?? 0;
      if (pool.waitingCount >= longestQueue || (pool.waitingCount > poolSize && own >= share))
        throw busy();
      inside.set(tenantId, own + 1);
      return () => {
        const left = inside.get(tenantId)! - 1;
        if (left) inside.set(tenantId, left);
        else inside.delete(tenantId);
      };
    },
  };
}

function runEffect(effect: () => void, onError: (error: Error) => void) {
  try {
    effect();
  } catch (error) {
    onError(error as Error);
  }
}

/** What is sent in this turn of the loop leaves together: a write to a socket costs more than a query. */
function inOneWrite(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

// Kysely on one checked-out connection: made once a connection, transactions are ours ------------

const instances = new WeakMap<pg.PoolClient, Kysely<DB>>();

function kyselyOn(client: pg.PoolClient): Kysely<DB> {
  const known = instances.get(client);
  if (known) return known;
  const connection = connectionOn(client);
  const made = new Kysely<DB>({ dialect: dialect(async () => connection) });
  instances.set(client, made);
  return made;
}

const pooledDialect = (pool: pg.Pool) =>
  dialect(async () => ({
    executeQuery: async <R>(query: CompiledQuery) => run<R>(pool, query),
    streamQuery: noStreams,
  }));

const connectionOn = (client: pg.PoolClient): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery) => run<R>(client, query),
  streamQuery: noStreams,
});

async function run<R>(to: pg.Pool | pg.PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows, rowCount } = await to.query(query.sql, query.parameters as unknown[]);
  return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
}

function noStreams(): never {
  throw new Error('cursor pages are read page by page, not streamed');
}

function dialect(acquire: () => Promise<DatabaseConnection>): Dialect {
  const ours = () => Promise.reject(new Error('transactions are opened by inTenant'));
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: acquire,
      releaseConnection: async () => {},
      beginTransaction: ours,
      commitTransaction: ours,
      rollbackTransaction: ours,
      destroy: async () => {},
    }),
  };
}
