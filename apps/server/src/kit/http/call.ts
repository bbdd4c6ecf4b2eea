import type { AnswerFor, AnyRoute, BodyFor, ParamsFor, QueryFor } from '@vitrine/contract/core';
import type { Language } from '@vitrine/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import type { StatementValues } from '../../platform/statement.ts';
import type { ViewerQuery } from '../../platform/viewer-query.ts';
import type { JsonText, PrecompressedJson } from './answers.ts';
import type { UploadedFile } from './multipart.ts';

/** One call as its handler gets it: authorized, parsed, bound to its school. */
export interface Call<R extends AnyRoute> {
  params: ParamsFor<R>;
  query: QueryFor<R>;
  body: BodyFor<R>;
  files: Record<string, UploadedFile>;
  /** The data that all viewers of the school share: name, settings, links. */
  school: School;
  /** Null only on a route that is open to visitors. */
  viewer: Member | null;
  /** The signed-in member. A public route must not read it. */
  member: Member;
  language: Language;
  /** Translates a message of the contract into the viewer's language. */
  t(text: string, values?: Record<string, string | number>): string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type HandlerAnswer<R extends AnyRoute> =
  AnswerFor<R> extends undefined
    ? void
    : AnswerFor<R> | JsonText<AnswerFor<R>> | PrecompressedJson<AnswerFor<R>>;
type InTransaction<R extends AnyRoute> = (
  tx: TenantTransaction,
  call: Call<R>,
) => Promise<HandlerAnswer<R>>;
type WithoutTransaction<R extends AnyRoute> = (
  platform: Platform,
  call: Call<R>,
) => Promise<HandlerAnswer<R>>;
/**
 * Work before the transaction, and the transaction that gets its result. `write` is a method,
 * because a table of routes holds handlers of different results, as `HotRead` does.
 */
interface PreparedTransaction<R extends AnyRoute, Result = unknown> {
  prepare: (platform: Platform, call: Call<R>) => Promise<Result>;
  write(tx: TenantTransaction, call: Call<R>, result: Result): Promise<HandlerAnswer<R>>;
}

/** A handler of one route: in a transaction, without one, or with the session. */
export type Handler<R extends AnyRoute> =
  | InTransaction<R>
  | PreparedTransaction<R>
  | { withoutTransaction: WithoutTransaction<R> }
  | { hotRead: HotRead<R> }
  | { hotWrite: HotWrite<R> };

interface HotReadInput<R extends AnyRoute> {
  school: School;
  params: ParamsFor<R>;
  query: QueryFor<R>;
}

/** Returns the query for this input. */
export const viewerQueryOf = <R extends AnyRoute>({ query }: HotRead<R>, input: HotReadInput<R>) =>
  typeof query === 'function' ? query(input) : query;

/**
 * `row` is undefined if the query found nothing. `values` and `answer` are methods, because a
 * table of routes holds reads of different rows: TypeScript compares a method's parameters loosely.
 */
export interface HotRead<R extends AnyRoute, Row extends object = object> {
  /** The query, or a function that chooses it by the input. */
  query: ViewerQuery<Row> | ((input: HotReadInput<R>) => ViewerQuery<Row>);
  values(input: HotReadInput<R>): StatementValues;
  answer(platform: Platform, call: Call<R>, row: Row | undefined): Promise<HandlerAnswer<R>>;
}

/** The valid input of a call whose viewer is not resolved yet. */
type HotWriteInput<R extends AnyRoute> = Pick<Call<R>, 'school' | 'params' | 'query' | 'body'>;

interface PreparedWrite<R extends AnyRoute, Row extends object> {
  query: ViewerQuery<Row>;
  values: StatementValues;
  /** `row` is undefined if the query found nothing. */
  answer(call: Call<R>, row: Row | undefined): Promise<HandlerAnswer<R>>;
}

/** Chooses the statement by the input. It may also read only, where one statement cannot write. */
export type HotWrite<R extends AnyRoute> = (input: HotWriteInput<R>) => PreparedWrite<R, object>;

/** A handler for each route of a domain. A missing one does not compile. */
export type Handlers<Routes> = {
  [Verb in keyof Routes]: Routes[Verb] extends AnyRoute ? Handler<Routes[Verb]> : never;
};

/**
 * For work that must not hold a transaction open, such as hashing a password or storing a file:
 * `prepare` does it and returns what `write` needs. `write` runs as any handler, in a transaction
 * with its audit row and its `Idempotency-Key`.
 */
export const withPreparation = <R extends AnyRoute, Result>(
  prepare: PreparedTransaction<R, Result>['prepare'],
  write: (tx: TenantTransaction, call: Call<R>, result: Result) => Promise<HandlerAnswer<R>>,
): PreparedTransaction<R> => ({ prepare, write });

/**
 * For handlers that write in several transactions, or stream their answer. The handler gets the
 * platform, and opens its own transactions with `database.transaction`. It writes its own audit row.
 */
export const withoutTransaction = <R extends AnyRoute>(work: WithoutTransaction<R>) => ({
  withoutTransaction: work,
});

/** For the most frequent reads: one statement resolves the session and reads the answer. */
export const hotRead = <R extends AnyRoute, Row extends object>(
  read: HotRead<R, Row>,
): { hotRead: HotRead<R> } => ({ hotRead: read });

/**
 * For the most frequent writes of members: one statement resolves the session and writes
 * (decision 84). It runs before the viewer is known, so it decides about access in SQL, and its
 * route is open to all members.
 */
export const hotWrite = <R extends AnyRoute>(prepare: HotWrite<R>) => ({ hotWrite: prepare });

/** Binds the row's type of a query to its answer. */
export const prepared = <R extends AnyRoute, Row extends object>(
  write: PreparedWrite<R, Row>,
): PreparedWrite<R, object> => write;
