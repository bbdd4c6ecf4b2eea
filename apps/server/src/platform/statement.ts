import * as z from 'zod/mini';

/** Values by name. `tenantId` need not be given: every reader and transaction knows its own. */
export type StatementValues = Readonly<Record<string, unknown>>;

/** A raw SQL statement, compiled once from named parameters to PostgreSQL's `$1`, `$2`, … */
export interface Statement<Row extends object> {
  /** It is prepared under this name, once a connection. */
  readonly name: string;
  readonly text: string;
  /** The values in the order of `$1`, `$2`, … Throws if one is missing. */
  bind(values: StatementValues): unknown[];
  /** Returns the rows as they came. Outside production it throws if one has another shape. */
  check(rows: object[]): Row[];
}

interface StatementOptions<Shape extends z.ZodMiniType> {
  name: string;
  /** Values stand as `:name`. Pieces of SQL may be put together: a name means the same everywhere. */
  sql: string;
  /** What a row is. */
  row: Shape;
  /** SQL that stands in place of a name, where the database knows the value itself. */
  expressions?: Readonly<Record<string, string>>;
}

const isProduction = process.env['NODE_ENV'] === 'production';

/**
 * The one way for SQL that Kysely cannot express.
 *
 *     const lessonTitle = statement({
 *       name: 'catalog.lesson-title',
 *       sql: 'SELECT title FROM lessons WHERE id = :lessonId',
 *       row: z.object({ title: z.string() }),
 *     });
 *     const [lesson] = await tx.run(lessonTitle, { lessonId });
 */
export function statement<Shape extends z.ZodMiniType>({
  name,
  sql,
  row,
  expressions = {},
}: StatementOptions<Shape>): Statement<z.output<Shape> & object> {
  // Row-level security adds it (decision 21): a repeat costs a node of the plan.
  if (sql.includes('tenant_id = :tenantId')) throw new Error(`${name}: it names the tenant`);
  const { text, names } = compileParameters(sql, expressions);
  const rows = z.array(row);
  return {
    name,
    text,
    bind: (values) =>
      names.map((parameter) => {
        const value = values[parameter];
        if (value === undefined) throw new Error(`${name}: no value for :${parameter}`);
        return value;
      }),
    check(found) {
      if (isProduction) return found as never;
      const { error } = rows.safeParse(found);
      if (error) throw new Error(`${name}: a row has another shape: ${z.prettifyError(error)}`);
      return found as never;
    },
  };
}

/** Texts, comments and casts (`::bigint`) are skipped; what is left with a colon is a parameter. */
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
