import * as z from 'zod/mini';

/** Values by name. Readers and transactions add `tenantId` themselves. */
export type StatementValues = Readonly<Record<string, unknown>>;

/** A raw SQL statement, compiled once from named parameters to PostgreSQL's `$1`, `$2`, … */
export interface Statement<Row extends object> {
  /** The name of the prepared statement. Each connection prepares it once. */
  readonly name: string;
  readonly text: string;
  /** The values in the order of `$1`, `$2`, … Throws if one is missing. */
  bind(values: StatementValues): unknown[];
  /** Returns the rows unchanged. Outside production it throws if one has another shape. */
  check(rows: object[]): Row[];
}

interface StatementOptions<Shape extends z.ZodMiniType> {
  name: string;
  /** Values are written as `:name`. Fragments can be combined: a name means the same everywhere. */
  sql: string;
  /** The shape of a row. */
  row: Shape;
  /** SQL that replaces a name, if the database knows the value itself. */
  expressions?: Readonly<Record<string, string>>;
}

const isProduction = process.env['NODE_ENV'] === 'production';

/**
 * The only way to write SQL that Kysely cannot express.
 *
 * ```ts
 * const lessonTitle = statement({
 *   name: 'catalog.lesson-title',
 *   sql: 'SELECT title FROM lessons WHERE id = :lessonId',
 *   row: z.object({ title: z.string() }),
 * });
 * const [lesson] = await tx.run(lessonTitle, { lessonId });
 * ```
 */
export function statement<Shape extends z.ZodMiniType>({
  name,
  sql,
  row,
  expressions = {},
}: StatementOptions<Shape>): Statement<z.output<Shape> & object> {
  // Row-level security adds this condition (decision 21). Repeating it costs a node of the plan.
  if (sql.includes('tenant_id = :tenantId')) throw new Error(`${name}: it names the tenant`);
  const { text, names } = compileParameters(sql, expressions);
  const rowsSchema = z.array(row);
  return {
    name,
    text,
    bind: (values) =>
      names.map((parameter) => {
        const value = values[parameter];
        if (value === undefined) throw new Error(`${name}: no value for :${parameter}`);
        return value;
      }),
    check(rows) {
      if (isProduction) return rows as never;
      const { error } = rowsSchema.safeParse(rows);
      if (error) throw new Error(`${name}: a row has another shape: ${z.prettifyError(error)}`);
      return rows as never;
    },
  };
}

/** Matches strings, comments and casts (`::bigint`), which stay as they are, and parameters. */
const tokens = /'(?:[^']|'')*'|--[^\n]*|::|:([a-zA-Z]\w*)/g;

function compileParameters(sql: string, expressions: Readonly<Record<string, string>>) {
  const names: string[] = [];
  const text = sql.replaceAll(tokens, (token, name: string | undefined) => {
    if (name === undefined) return token;
    const expression = expressions[name];
    if (expression !== undefined) return expression;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}
