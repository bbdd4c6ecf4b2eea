import pg from 'pg';

interface TenantStatement {
  /** PostgreSQL refuses a write otherwise. */
  writes: boolean;
  name: string;
  text: string;
  values: unknown[];
}

/**
 * One prepared statement inside its school, in one write and with one answer: the setting of the
 * school travels before it and is read with it. Up to the Sync at the end they are one transaction
 * of PostgreSQL's own, so neither BEGIN nor COMMIT is sent, and the setting is gone with it.
 *
 * pg lets only its own queries share a pipelined connection, so this is one; what it uses of pg's
 * inside is named in `Inner`. Whoever sees it fail gives the connection up: half of what was
 * prepared on it may be missing.
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
 * Sets the school, and one plan for all values: planning a page's statement takes longer than to
 * answer it. A plan made while a table was small would read the rows of all schools when it has grown.
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

/** What a connection has told of the statements prepared on it: it is asked once. */
interface StatementCache {
  columns: Map<string, Columns>;
  /** The connection, but that it does not ask for the columns. */
  silent: Connection;
}

const cacheByConnection = new WeakMap<Connection, StatementCache>();

function cacheOf(connection: Connection): StatementCache {
  const known = cacheByConnection.get(connection);
  if (known) return known;
  const silent = Object.create(connection) as Connection;
  silent.describe = () => {};
  const told = { columns: new Map(), silent };
  cacheByConnection.set(connection, told);
  return told;
}

class TenantQuery extends (pg.Query as unknown as new (...given: unknown[]) => InternalQuery) {
  readonly #tenantId: number;
  readonly #settings: typeof settingsToRead;
  #told: StatementCache | undefined;
  /** PostgreSQL has answered the setting; from here on the answers are the statement's. */
  #set = false;

  constructor(
    tenantId: number,
    { name, text, values, writes }: TenantStatement,
    told: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, values, told);
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
    this.#told = cacheOf(connection);
    const columns = this.#told.columns.get(this.name);
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? this.#told.silent : connection);
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#told!.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow(message: unknown) {
    if (this.#set) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#set) super.handleCommandComplete(message, connection);
    this.#set = true;
  }
}

/** What pg's Query does for itself while it is sent and answered. */
interface InternalQuery extends pg.Submittable {
  name: string;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/** What pg's Result reads a row by. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Connection extends pg.Connection {
  parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(given: { statement: string; values: string[] }): void;
  describe(given: object): void;
  execute(given: object): void;
}
