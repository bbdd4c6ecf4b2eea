import * as z from 'zod/mini';

/**
 * Who may make a call. `admin`: owner or admin. `staff`: any role but student. `member`: signed in
 * at this school. `showcase`: members, and visitors while the school's showcase is open.
 */
export type Access = 'public' | 'showcase' | 'member' | 'staff' | 'admin';

/** The HTTP methods of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The rule of a file part. `bytes` is inclusive. The server judges `types` by content, not by name.
 */
export interface FileRule {
  bytes: number;
  types: readonly string[];
  /** The message for a larger file, if the specification has one. */
  tooLarge?: string;
}

/** Maximum body of calls that need no session. A file part has its own limit. */
export const MAX_PUBLIC_BODY_BYTES = 65_536;
/** Maximum body of all other calls, unless the route sets `bodyLimit`. */
export const MAX_BODY_BYTES = 1_048_576;

type Schema = z.ZodMiniType;
type Shape = Record<string, Schema>;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/**
 * Every `{name}` in a path is an id (a positive integer) unless the route declares another type.
 */
type ParamsOf<Path extends string, Own extends Shape> = {
  [Name in NamesIn<Path>]: Name extends keyof Own ? z.output<Own[Name]> : number;
};

/** A declared call. `route` makes it. */
export interface Route<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Sent = unknown,
  Answer = unknown,
> {
  method: Method;
  path: string;
  access: Access;
  /** The source of the call: a part of the specification (A, B, C), `contract`, `v1`, or `ours`. */
  source: string;
  status: 200 | 201 | 202 | 204;
  params: Shape;
  query: z.ZodMiniObject | null;
  body: Schema | null;
  files: Record<string, FileRule>;
  answer: Schema | null;
  /** In bytes, without file parts. The server answers 413 to a larger body. */
  bodyLimit: number;
  /** A GET that writes. The server refuses it without the header `tenantId` (contract, Tenants). */
  writes: boolean;
  /** Types for `CallOf` only. The property is never set at run time. */
  types?: { params: Params; query: Query; body: Body; sent: Sent; answer: Answer };
}

interface RouteDetails<Own extends Shape, Query, Body, Answer> {
  access: Access;
  source: string;
  status?: 200 | 201 | 202 | 204;
  params?: Own;
  query?: Query;
  body?: Body;
  files?: Record<string, FileRule>;
  answer?: Answer;
  bodyLimit?: number;
  writes?: boolean;
}

/**
 * Declares one call. The server mounts the route and the browser calls it.
 *
 * ```ts
 * create: route('POST', '/api/v1/products', { access: 'admin', source: 'v1', status: 201,
 *   body: ProductInput, answer: dataOf(Product) })
 * ```
 */
export function route<
  const Path extends string,
  Own extends Shape = Record<never, never>,
  Query extends z.ZodMiniObject | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema | undefined = undefined,
>(
  method: Method,
  path: Path,
  details: RouteDetails<Own, Query, Body, Answer>,
): Route<
  ParamsOf<Path, Own>,
  Query extends Schema ? z.output<Query> : undefined,
  Body extends Schema ? z.output<Body> : undefined,
  Body extends Schema ? z.input<Body> : undefined,
  Answer extends Schema ? z.output<Answer> : undefined
> {
  return {
    method,
    path,
    access: details.access,
    source: details.source,
    status: details.status ?? 200,
    params: details.params ?? {},
    query: details.query ?? null,
    body: details.body ?? null,
    files: details.files ?? {},
    answer: details.answer ?? null,
    bodyLimit: details.bodyLimit ?? defaultBodyLimit(details.access),
    writes: details.writes ?? false,
  };
}

const defaultBodyLimit = (access: Access) =>
  access === 'public' || access === 'showcase' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES;

/** Any declared call, whatever its types. */
export type AnyRoute = Route<any, any, any, any, any>; // oxlint-disable-line typescript/no-explicit-any -- the variance-free top of all routes
type RouteTypes<R extends AnyRoute> = NonNullable<R['types']>;
/** The ids of the path, after parsing. */
export type ParamsFor<R extends AnyRoute> = RouteTypes<R>['params'];
/** The query of a route, after parsing; undefined if it has none. */
export type QueryFor<R extends AnyRoute> = RouteTypes<R>['query'];
/** The body that a handler receives, after parsing. */
export type BodyFor<R extends AnyRoute> = RouteTypes<R>['body'];
/** The body that a client sends, before parsing. */
export type SentFor<R extends AnyRoute> = RouteTypes<R>['sent'];
/** The answer that a handler returns. The client receives it as JSON. */
export type AnswerFor<R extends AnyRoute> = RouteTypes<R>['answer'];

/** The names of the `{placeholders}` of a path, in order. */
export const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

// Values on the wire ---------------------------------------------------------------------------

/** A positive integer (contract, Tenants). Multipart fields carry it as text. */
export const id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);
/** A list of ids, such as an order or chosen products. */
export const ids = z.array(id).check(z.maxLength(10_000));

/**
 * A flag: 0, 1, true, false, '0' or '1' in the request, a boolean after parsing (contract, Bodies).
 */
export const flag = z.pipe(
  z.union([z.literal([0, 1]), z.boolean(), z.literal(['0', '1'])]),
  z.transform((value) => value === 1 || value === true || value === '1'),
);

/** A flag in a path: 0 or 1. The answer to another text is 400. */
export const pathFlag = z.pipe(
  z.enum(['0', '1']),
  z.transform((value) => value === '1'),
);

/** A flag in an answer: the server passes a boolean, the wire carries 0 or 1. */
export const flagAnswer = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .register(z.globalRegistry, { wire: { type: 'integer', enum: [0, 1] } });

/** A timestamp: the server passes a Date, the wire carries ISO 8601 in UTC. */
export const time = z
  .custom<Date | string>()
  .register(z.globalRegistry, { wire: { type: 'string', format: 'date-time' } });

/** A day of the calendar: '2026-11-29'. */
export const day = z
  .string()
  .register(z.globalRegistry, { wire: { type: 'string', format: 'date' } });

/** The page number of a numbered list. */
export const pageNumber = z._default(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), z.transform(Number)),
  1,
);

/** How many rows of a list are read: 1 to 999. A text of another shape is 400. */
export const rowCount = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number));

/** The place where the next page of a list begins. A text of another shape is 400. */
export const cursor = (shape: RegExp) => z.optional(z.string().check(z.regex(shape)));
/** A cursor of a list in the order of its ids. */
export const idCursor = cursor(/^[1-9]\d{0,14}$/);

/** An id in a query. A text of another shape is 400. */
export const queryId = z.optional(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number)),
);

/** Puts one space where a text has several, or another kind of space. */
const singleSpaced = (text: string) => text.replace(/[\s\p{Z}]+/gu, ' ');

/** The search text of a list. Blank means everything. The number of spaces never matters. */
export const searchText = z._default(
  z.string().check(z.overwrite(singleSpaced), z.trim(), z.maxLength(200)),
  '',
);

/** Counts code points (contract, Settled details). */
export function characterCount(value: string) {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** A limit in code points, as people count letters (contract, Settled details). */
export const maxCharacters = (max: number, message: string) =>
  z.refine<string>((value) => value.length <= 2 * max && characterCount(value) <= max, message);

/** A text that may be blank. The server trims it. */
export const trimmedText = (max: number, tooLong: string) =>
  z.string().check(z.trim(), maxCharacters(max, tooLong));

/** Tells whether a reader sees anything of a text. Blanks, zero-width characters and bare accents are nothing. */
export const isVisible = (text: string) =>
  /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\p{M}\u2800]/u.test(text);

const visible = (required: string) => z.refine<string>(isVisible, required);

/** A text that is not blank. The server trims it. */
export const requiredText = (max: number, required: string, tooLong: string) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), visible(required), maxCharacters(max, tooLong));

/**
 * Puts a text on one line, without characters that turn the direction of the text around it, and without
 * towers of accents, which cover the lines above. No script has more than eight on a letter.
 */
const onOneLine = (text: string) =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(\p{M}{8})\p{M}+/gu, '$1');

/**
 * A person's name, on one line, with one space between its parts: a search finds it as one reads it. It
 * stands in mails to others, where lines of its own would read as lines of the school.
 */
export const personName = (max: number, required: string, tooLong: string) =>
  z.string(required).check(
    z.overwrite((text) => singleSpaced(onOneLine(text))),
    z.trim(),
    visible(required),
    maxCharacters(max, tooLong),
  );

/**
 * A title or the name of a file, as a student writes it: on one line. It may be blank, and is blank where
 * nobody would see it.
 */
export const lineOfText = (max: number, tooLong: string) =>
  z.string().check(
    z.overwrite((text) => (isVisible(text) ? onOneLine(text) : '')),
    z.trim(),
    maxCharacters(max, tooLong),
  );

// Answer shapes ---------------------------------------------------------------------------------

/** `{message}`: the answer to a call that has nothing else to say, such as a removal or an order. */
export const message = z.object({ message: z.string() });
/** `{data}` (contract, Bodies). */
export const dataOf = <T extends Schema>(data: T) => z.object({ data });
/** `{message, data}`: the answer to a save (contract, Bodies). */
export const saved = <T extends Schema>(data: T) => z.object({ message: z.string(), data });
/** A list without an envelope. */
export const listOf = <T extends Schema>(item: T) => z.array(item);
/** `[message, status, {"data": …}]` (contract, Bodies). */
export const triple = <T extends Schema>(data: T) =>
  z.tuple([z.string(), z.int(), z.object({ data })]);
/** A page of a numbered list. `next_page_url` is null on the last page. */
export const pageOf = <T extends Schema>(item: T) =>
  z.object({
    data: z.array(item),
    current_page: z.int(),
    next_page_url: z.nullable(z.string()),
  });

/** A page of a list that continues at a cursor. `next_cursor` is null on the last page. */
export const cursorPageOf = <T extends Schema>(item: T) =>
  z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) });

/** The body of every error, on every path (contract, Errors). */
export const ErrorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  data: z.optional(z.unknown()),
});
export type ErrorAnswer = z.output<typeof ErrorAnswer>;

// Bodies ---------------------------------------------------------------------------------------

/**
 * A body that may name its school. The server compares the id with the request's school and never
 * uses it (contract, Tenants).
 */
export const body = <T extends Shape>(shape: T) =>
  z.object({ tenant_id: z.optional(z.unknown()), ...shape });

/** The body of an order: all ids of the list (contract, Everywhere). */
export const order = body({ newOrdenation: ids });

/**
 * How long the browser treats an answer as fresh, in ms (A section 9, B section 9, C section 9).
 */
export const freshness = { hour: 3_600_000, halfHour: 1_800_000, poll: 300_000 } as const;
/**
 * A header of answers to writes: the points that the caller gained, with the bonus of the day. It
 * is missing if there are none. It is a header because the specification fixes these bodies.
 */
export const POINTS_HEADER = 'x-points-awarded';
/** Time before the browser retries a query (A section 8). */
export const RETRY_DELAY_MS = 3_000;
/** The browser does not retry a query after these statuses (A section 8). */
export const noRetryStatuses: readonly number[] = [401, 403, 404, 500];
