import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Person, World } from './harness.ts';

/** The data that a page carries for its code. */
export const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)![1]!) as {
    hasLives: boolean;
    session: { user: { name: string } } | null;
    answers: Record<string, unknown>;
  };

/** Reads pages of schools, as browsers do. */
export function pagesOf({ app }: Pick<World, 'app'>) {
  return {
    /** Reads the page as a browser that accepts gzip. */
    async pageOf(person: Pick<Person, 'cookie'>, host: string, url: string) {
      const headers = { host, cookie: person.cookie, 'accept-encoding': 'gzip' };
      const { rawPayload, statusCode } = await app.inject({ url, headers });
      expect(statusCode).toBe(200);
      return gunzipSync(rawPayload).toString();
    },

    /** Reads the page as a visitor whose browser accepts no gzip. */
    async plainPageOf(host: string, url: string) {
      const { body } = await app.inject({ url, headers: { host } });
      return body;
    },
  };
}

/** Counts the statements of a visit once the shared parts are cached. */
export async function statementsOf(visit: () => Promise<unknown>) {
  await visit();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await visit();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
