import type { Operation } from '@vitrine/contract/pages';
import type { FastifyRequest } from 'fastify';
import type { PageText } from '../platform/gzip-parts.ts';
import type { Platform } from '../platform/platform.ts';
import type { School } from '../platform/schools.ts';
import type { StatementValues } from '../platform/statement.ts';
import type { ViewerQuery } from '../platform/viewer-query.ts';

/**
 * The call that a page begins with (contract/pages.ts), as the page's HTML takes it: one statement
 * resolves the session and reads the answer, which travels with the page.
 */
export interface FirstCall<Row extends object = object> {
  query: ViewerQuery<Row>;
  /** @param id the page's `{id}`. */
  values(asked: { school: School; id: number }): StatementValues;
  answer(
    platform: Platform,
    who: FastifyRequest['vitrine'],
    row: Row | undefined,
    id: number,
  ): Promise<PageAnswer>;
}

export type FirstCalls = Partial<Record<Operation, FirstCall>>;

export const firstCall = <Row extends object>(call: FirstCall<Row>) => call as unknown as FirstCall;

export interface PageAnswer {
  /**
   * Answers as JSON, by the address that the page would ask for them at. Ready texts are safe in a
   * script element already.
   */
  answers: Record<string, PageText | PageText[]>;
  firstFold: FirstFold;
}

/** What the server renders of the answer. */
export interface FirstFold {
  /** Says all that the rendering depends on: two viewers with the same key see the same. */
  key: string;
  /** The answer at its address, read only where it is rendered. */
  read: () => Record<string, unknown>;
}
