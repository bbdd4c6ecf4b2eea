import type { Kysely } from 'kysely';
import pg from 'pg';
import { busy, isOutdatedPlan } from './app-error.ts';
import type { DB } from './database.types.ts';
import { fairQueue } from './fair-queue.ts';
import { openNotificationListener } from './notification-listener.ts';
import type { ObjectStore } from './object-store.ts';
import { kyselyOn, openPooledTransaction } from './pooled-transaction.ts';
import { accountOfWork, isReservedWork } from './request-account.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import { sessionSettings } from './session-settings.ts';
import { codeOf, sqlState, sqlStateClass } from './sql-state.ts';
import type { Statement, StatementValues } from './statement.ts';
import { runTenantStatement } from './tenant-query.ts';
import { WatchedPool } from './watched-pool.ts';

// Ids stay far below 2^53, so a bigint can be a number everywhere.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const INT8_ARRAY = 1016;
types.setTypeParser(INT8_ARRAY, (text) => JSON.parse(`[${text.slice(1, -1)}]`) as number[]);

/**
 * A transaction bound to one school. Row-level security hides the rows of all other schools, so a
 * query needs no tenant condition. New rows get the tenant id by default.
 */
export interface TenantTransaction {
  readonly tenantId: number;
  readonly db: Kysely<DB>;
  /** Runs a raw statement. Each connection prepares it once. */
  run<Row extends object>(statement: Statement<Row>, values?: StatementValues): Promise<Row[]>;
  /**
   * Runs a statement together with the COMMIT, if the work succeeds. It costs no round trip, so it
   * suits a statement whose rows nobody reads. An error in it rolls everything back.
   */
  runAtCommit(statement: Statement<object>, values?: StatementValues): void;
  /** Runs `effect` after the commit. An error in it is logged and does not reach the caller. */
  afterCommit(effect: () => void): void;
}

/** The part of the platform for work between two attempts of a transaction. */
export interface OutsideTransaction {
  files: { objects: ObjectStore };
  database: Pick<Database, 'transaction'>;
}

/**
 * Throw it in a transaction that needs something from the object store. The transaction rolls back
 * and returns its connection. `prepare` runs, and then the transaction begins again, from its first
 * line. `prepare` must commit what it found, or throw: else the transaction would begin for ever.
 */
export class RestartAfter extends Error {
  readonly prepare: (outside: OutsideTransaction) => Promise<void>;

  constructor(prepare: (outside: OutsideTransaction) => Promise<void>) {
    super('a transaction that begins again');
    this.prepare = prepare;
  }
}

/** Runs single statements of one school. */
export type TenantReader = Pick<TenantTransaction, 'tenantId' | 'run'>;

/** The pool of this process. Everything in it but `platform` works for one school. */
export interface Database {
  /**
   * Runs work of one school in one transaction. An error rolls everything back. `RestartAfter` and a
   * deadlock run the work once more, so nothing in it has an effect outside (decision 128).
   */
  transaction<T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * The same for read-only work: PostgreSQL refuses a write in it. The COMMIT is not awaited, so
   * that one statement takes one round trip.
   */
  readTransaction<T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs single read-only statements, each in one round trip, for what every request reads.
   * Use `readTransaction` for anything longer.
   */
  reader(tenantId: number): TenantReader;
  /** The same for a write of one statement. Its round trip also commits it. */
  writer(tenantId: number): TenantReader;
  /** The few tables that belong to the platform, not to a school (`tenants`). */
  platform: Kysely<DB>;
  /**
   * Listens on a channel. Call it once per channel. All channels share one connection, because
   * PostgreSQL wakes every listening connection at each NOTIFY. A lost connection is restored; then
   * `onReconnect` is called.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<void>;
  ping(): Promise<void>;
  /** Whether a query of this school and account would be refused, because the queue is full. */
  isQueueFull(tenantId: number, account: string | number, reserved: boolean): boolean;
  /** The numbers of the pool's connections, and of requests that wait for one. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** A URL that signs in as the application's login (`logins.ts`). */
  url: string;
  poolSize: number;
  timeoutMs: number;
  objects: ObjectStore;
  onError: (error: Error) => void;
}

const connectionOptions = (url: string) => ({
  connectionString: url,
  types,
  pipeline: true,
  connectionTimeoutMillis: 5_000,
  options: [
    ...sessionSettings,
    '-c statement_timeout=15s',
    '-c lock_timeout=5s',
    '-c idle_in_transaction_session_timeout=30s',
    '-c jit=off',
    // The disk is solid-state. With the default of 4, the planner would rather read all rows of a
    // school than do a few lookups by key.
    '-c random_page_cost=1.1',
  ].join(' '),
});

/** Opens the connection pool. It connects with the first query. */
export function openDatabase({
  url,
  poolSize,
  timeoutMs,
  objects,
  onError,
}: DatabaseOptions): Database {
  const connection = connectionOptions(url);
  const pool = new WatchedPool({
    ...connection,
    max: poolSize,
    idleTimeoutMillis: 60_000,
    timeoutMs,
  });
  // Without error listeners, a restart of the database would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  const platform = kyselyOn((query) => pool.query(query));
  const listener = openNotificationListener(connection, timeoutMs, onError);
  const queue = fairQueue({
    concurrency: poolSize,
    maxQueued: poolSize * 30,
    maxQueuedPerSchool: poolSize * 10,
    maxQueuedPerAccount: poolSize * 7,
  });
  /**
   * Lends a connection when it is the turn of the school, and of the account within it. A full
   * queue answers 503.
   */
  const withConnection: WithConnection = (tenantId, work) =>
    queue({ tenantId, account: accountOfWork(), reserved: isReservedWork() }, async () =>
      work(await pool.connect()),
    );

  const context = { withConnection, onError };
  const transaction: Database['transaction'] = async (tenantId, work) => {
    for (;;)
      try {
        return await retryDeadlocks(() =>
          runTransaction(context, { tenantId, readOnly: false, work }),
        );
      } catch (error) {
        if (!(error instanceof RestartAfter)) throw error;
        await error.prepare({ files: { objects }, database: { transaction } });
      }
  };

  return {
    platform,
    transaction,

    readTransaction: (tenantId, work) =>
      retryDeadlocks(() => runTransaction(context, { tenantId, readOnly: true, work })),

    reader: (tenantId) => singleStatements(withConnection, tenantId, { writes: false }),
    writer: (tenantId) => singleStatements(withConnection, tenantId, { writes: true }),

    listen: listener.listen,

    async ping() {
      await pool.query('SELECT 1');
    },

    isQueueFull: (tenantId, account, reserved) => queue.isFull({ tenantId, account, reserved }),

    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: queue.queued() + pool.waitingCount,
    }),

    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

type WithConnection = <T>(
  tenantId: number,
  work: (client: pg.PoolClient) => Promise<T>,
) => Promise<T>;

interface TransactionContext extends Pick<DatabaseOptions, 'onError'> {
  withConnection: WithConnection;
}

interface TransactionWork<T> {
  tenantId: number;
  readOnly: boolean;
  work: (tx: TenantTransaction) => Promise<T>;
}

/** Runs work of one school on one connection. Its first query sends BEGIN. */
function runTransaction<T>(
  { withConnection, onError }: TransactionContext,
  { tenantId, readOnly, work }: TransactionWork<T>,
): Promise<T> {
  return withConnection(tenantId, async (client) => {
    const transaction = openPooledTransaction(
      client,
      `BEGIN ${readOnly ? 'READ ONLY' : ''}; SELECT set_config('app.tenant', '${Number(tenantId)}', true)`,
    );
    const configOf = (
      { name, text, bind }: Statement<object>,
      values?: StatementValues,
    ): pg.QueryConfig => ({ name, text, values: bind({ tenantId, ...values }) });
    const effects: (() => void)[] = [];
    let connectionError: Error | undefined;
    try {
      const result = await work({
        tenantId,
        get db() {
          return transaction.db;
        },
        run: async (statement, values) => {
          const { rows } = await transaction.query<object>(configOf(statement, values));
          return statement.check(rows);
        },
        runAtCommit: (statement, values) => transaction.queryAtCommit(configOf(statement, values)),
        afterCommit: (effect) => effects.push(effect),
      });
      const committed = transaction.end('COMMIT');
      // Without writes nothing is lost. The next queries of the connection queue behind the COMMIT.
      if (readOnly) committed.catch(onError);
      else await committed;
      for (const effect of effects) runEffect(effect, onError);
      return result;
    } catch (error) {
      connectionError = await transaction.end('ROLLBACK').then(
        // A connection with an outdated plan would fail at that statement for ever.
        () => (isOutdatedPlan(error) ? (error as Error) : undefined),
        (rollbackError: Error) => rollbackError,
      );
      throw readOnly ? error : busyIfReadOnly(error);
    } finally {
      client.release(connectionError);
    }
  });
}

/** Runs single statements, each in an implicit transaction of its own. */
const singleStatements = (
  withConnection: WithConnection,
  tenantId: number,
  { writes }: { writes: boolean },
): TenantReader => ({
  tenantId,
  run: async (statement, values) => {
    const { name, text } = statement;
    const parameters = statement.bind({ tenantId, ...values });
    const runOnce = () =>
      withConnection(tenantId, async (client) => {
        let connectionError: Error | undefined;
        try {
          const query = { name, text, values: parameters, writes };
          return statement.check(await runTenantStatement(client, tenantId, query));
        } catch (error) {
          if (!isConstraintViolation(error)) connectionError = error as Error;
          throw writes ? busyIfReadOnly(error) : error;
        } finally {
          client.release(connectionError);
        }
      });
    return retryDeadlocks(runOnce);
  },
});

/**
 * A constraint fails after PostgreSQL has prepared the statement, so that the connection is as good as
 * before. After other errors a prepared statement may be missing (`runTenantStatement`).
 */
const isConstraintViolation = (error: unknown) =>
  codeOf(error).startsWith(sqlStateClass.integrityConstraintViolation);

/** Answers 503 if the whole database is read-only: a standby, or its operator is at work. */
const busyIfReadOnly = (error: unknown) =>
  codeOf(error) === sqlState.readOnlySqlTransaction ? busy(error) : error;

function runEffect(effect: () => void, onError: (error: Error) => void) {
  try {
    effect();
  } catch (error) {
    onError(error as Error);
  }
}
