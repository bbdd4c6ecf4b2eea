import type { AnyRoute } from '@vitrine/contract/core';
import type { Operation, PageName } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import type { PageText } from '../platform/gzip-parts.ts';
import type { Platform } from '../platform/platform.ts';
import type { School } from '../platform/schools.ts';
import type { Member } from '../platform/session.ts';
import type { StatementValues } from '../platform/statement.ts';
import type { ViewerQuery } from '../platform/viewer-query.ts';
import { serializerFor } from './answers.ts';

/**
 * The call that a page begins with (contract/pages.ts), as the page's HTML takes it: one statement
 * resolves the session and reads the answer, which travels with the page.
 */
export interface FirstCall<Row extends object = object> {
  query: ViewerQuery<Row>;
  /** @param asked `id` is the page's own (contract/pages.ts, `ownId`), `query` its question. */
  values(asked: { school: School; id: number; query: Record<string, unknown> }): StatementValues;
  answer(
    platform: Platform,
    who: FastifyRequest['vitrine'],
    row: Row | undefined,
    id: number,
  ): Promise<PageAnswer>;
}

export type FirstCalls = Partial<Record<Operation, FirstCall>>;

export const firstCall = <Row extends object>(call: FirstCall<Row>) => call as unknown as FirstCall;

/**
 * An answer that a page of a signed-in member brings along, so that its code asks for nothing when it
 * starts.
 */
export interface MemberAnswer {
  route: AnyRoute;
  /** Every page, where none is named. */
  pages?: readonly PageName[];
  /** As the page asks it: `?unseen=1`. */
  question?: string;
  /** A condition about `:memberId` that the page's own statement answers; see `answer`. */
  flag?: string;
  /** @param flagged what `flag` said. Nearly always nothing must be read to answer. */
  answer(
    platform: Platform,
    who: { school: School; member: Member },
    flagged: boolean,
  ): Promise<unknown>;
}

/** An answer as the call itself writes it: what the contract does not declare is left out. */
export const answerOf = (route: AnyRoute, id: number, answer: unknown, question = '') =>
  [route.path.replace('{id}', String(id)) + question, serializerFor(route)(answer)] as const;

/** A page whose first fold depends on all of its answers. */
export function pageWith(found: (readonly [url: string, json: string])[]): PageAnswer {
  const parsed = () => found.map(([url, json]) => [url, JSON.parse(json) as unknown]);
  return {
    answers: Object.fromEntries(found),
    firstFold: { key: JSON.stringify(found), read: () => Object.fromEntries(parsed()) },
  };
}

export interface PageAnswer {
  /**
   * Answers as JSON, by the address that the page would ask for them at. Ready texts are safe in a
   * script element already.
   */
  answers: Record<string, PageText | readonly PageText[]>;
  firstFold: FirstFold;
}

/** What the server renders of the answer. */
export interface FirstFold {
  /** Says all that the rendering depends on: two viewers with the same key see the same. */
  key: string;
  /** The answer at its address, read only where it is rendered. */
  read: () => Record<string, unknown>;
}
