import pg from 'pg';

interface TenantStatement {
  /** If false, PostgreSQL refuses a write. */
  writes: boolean;
  name: string;
  text: string;
  values: unknown[];
}

/**
 * Runs one prepared statement bound to its school, in one round trip. One write sends the statement
 * that sets the tenant and the prepared statement. Up to the Sync at the end, PostgreSQL runs both
 * in one implicit transaction. So no BEGIN or COMMIT is sent, and the setting ends with the
 * transaction.
 *
 * pg lets only its own queries share a pipelined connection, so this extends pg's Query. The type
 * `InternalQuery` lists the internals that it uses. After an error the caller must close the
 * connection, because some of its prepared statements may be missing. A violated constraint is an
 * exception: it comes after both were prepared.
 */
export function runTenantStatement<Row extends object>(
  client: pg.ClientBase,
  tenantId: number,
  statement: TenantStatement,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new TenantQuery(tenantId, statement, (error, result) =>
        error ? reject(error) : resolve(result.rows as Row[]),
      ),
    );
  });
}

/**
 * Sets the school, and one plan for all values: planning a page's statement takes longer than
 * running it. Sequential scans are off: a plan made while a table was small would later read all
 * schools' rows.
 */
const settingsToWrite = {
  name: 'tenant, to write',
  text: `SELECT set_config('app.tenant', $1, true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true)`,
};
const settingsToRead = {
  name: 'tenant, to read',
  text: `${settingsToWrite.text}, set_config('transaction_read_only', 'on', true)`,
};

/** The column descriptions of a connection's prepared statements. Each is requested once. */
interface StatementCache {
  columns: Map<string, Columns>;
  /** The same connection, but it does not request the column descriptions. */
  silent: Connection;
}

const cacheByConnection = new WeakMap<Connection, StatementCache>();

function cacheOf(connection: Connection): StatementCache {
  const cached = cacheByConnection.get(connection);
  if (cached) return cached;
  const silent = Object.create(connection) as Connection;
  silent.describe = () => {};
  const cache = { columns: new Map(), silent };
  cacheByConnection.set(connection, cache);
  return cache;
}

class TenantQuery extends (pg.Query as unknown as new (...args: unknown[]) => InternalQuery) {
  readonly #tenantId: number;
  readonly #settings: typeof settingsToRead;
  #cache: StatementCache | undefined;
  /** True once PostgreSQL has answered the settings. Later answers belong to the statement. */
  #isTenantSet = false;

  constructor(
    tenantId: number,
    { name, text, values, writes }: TenantStatement,
    done: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, values, done);
    this.name = name;
    this.#tenantId = tenantId;
    this.#settings = writes ? settingsToWrite : settingsToRead;
  }

  override prepare(connection: Connection) {
    const settings = this.#settings;
    if (!(settings.name in connection.parsedStatements)) {
      connection.parsedStatements[settings.name] = settings.text;
      connection.parse(settings);
    }
    connection.bind({ statement: settings.name, values: [String(this.#tenantId)] });
    connection.execute({});
    this.#cache = cacheOf(connection);
    const columns = this.#cache.columns.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? this.#cache.silent : connection);
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#cache!.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow(message: unknown) {
    if (this.#isTenantSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#isTenantSet) super.handleCommandComplete(message, connection);
    this.#isTenantSet = true;
  }
}

/** The internals of pg's Query that this file uses. */
interface InternalQuery extends pg.Submittable {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/** The fields by which pg's Result parses a row. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(message: { statement: string; values: string[] }): void;
  describe(message: object): void;
  execute(message: object): void;
}
