import type { AnyRoute } from '@vitrine/contract/core';
import type { Operation, PageName } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import type { TenantTransaction } from '../../platform/database.ts';
import type { PageText } from '../../platform/gzip-parts.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import type { StatementValues } from '../../platform/statement.ts';
import type { ViewerQuery } from '../../platform/viewer-query.ts';
import { serializerFor } from './answers.ts';

/**
 * The first call of a page (contract/pages.ts), made while the server renders the HTML. One
 * statement resolves the session and reads the answer, which is embedded in the HTML.
 */
export interface FirstCall<Row extends object = object> {
  query: ViewerQuery<Row>;
  /** @param request `id` is the page's own (contract/pages.ts, `ownId`), `query` its query string. */
  values(request: { school: School; id: number; query: Record<string, unknown> }): StatementValues;
  answer(
    platform: Platform,
    context: FastifyRequest['vitrine'],
    row: Row | undefined,
    id: number,
  ): Promise<PageAnswer>;
}

/** The calls that the server can answer together with their page. */
export type FirstCalls = Partial<Record<Operation, FirstCall>>;

/** Infers the row type from the query. Calls of different rows then fit into one table. */
export const firstCall = <Row extends object>(call: FirstCall<Row>): FirstCall => call;

/**
 * An answer that is embedded in the pages of signed-in members, so that the browser sends no
 * request for it at the start. Only members whose role may make the call get it.
 */
export interface MemberAnswer {
  route: AnyRoute;
  /** The pages that embed it. Default: every page. */
  pages?: readonly PageName[];
  /** The query string of the page's request: `?unseen=1`. */
  queryString?: string;
  /** An SQL condition about `:memberId` that the page's own statement evaluates; see `answer`. */
  flag?: string;
  /**
   * Undefined sends no answer with the page.
   *
   * @param flagged the value of `flag`. Nearly always it saves a query.
   */
  answer(
    platform: Platform,
    context: { school: School; member: Member },
    flagged: boolean,
  ): Promise<unknown>;
}

/**
 * The answer of a read-only call, sent with the pages that show it first.
 *
 * ```ts
 * pageAnswer(reminders.list, ['reminders'], (tx, { member }) => listReminders(tx, member.id))
 * ```
 */
export const pageAnswer = (
  route: AnyRoute,
  pages: readonly PageName[],
  read: (tx: TenantTransaction, context: { school: School; member: Member }) => Promise<unknown>,
): MemberAnswer => ({
  route,
  pages,
  answer: ({ database }, context) =>
    database.readTransaction(context.school.tenant.id, (tx) => read(tx, context)),
});

/** Serializes an answer as the call itself does, without undeclared fields. */
export const answerOf = (route: AnyRoute, id: number, answer: unknown, queryString = '') =>
  [route.path.replace('{id}', String(id)) + queryString, serializerFor(route)(answer)] as const;

/** The answer of a page whose first fold depends on all of its answers. */
export function pageWith(answers: (readonly [url: string, json: string])[]): PageAnswer {
  const parsed = () => answers.map(([url, json]) => [url, JSON.parse(json) as unknown]);
  return {
    answers: Object.fromEntries(answers),
    firstFold: { key: JSON.stringify(answers), read: () => Object.fromEntries(parsed()) },
  };
}

/** The data of a page that travels with its HTML. */
export interface PageAnswer {
  /**
   * Answers as JSON, by the URL that the page would request. Precompressed texts are already
   * escaped for a script element.
   */
  answers: Record<string, PageText | readonly PageText[]>;
  firstFold: FirstFold;
}

/** The part of the answer that the server renders. */
export interface FirstFold {
  /** Covers all that the rendering depends on: two viewers with the same key see the same. */
  key: string;
  /** Returns the parsed answers by URL. Called only if the first fold is rendered. */
  read: () => Record<string, unknown>;
}
