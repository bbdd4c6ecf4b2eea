import { QueryClient } from '@tanstack/react-query';
import { freshness, noRetryStatuses, RETRY_DELAY_MS } from '@vitrine/contract/core';
import { ApiError } from './api.ts';
import type { Boot } from './site-store.ts';

/**
 * One cache per page. The server's embedded answers fill it. Answers stay fresh for half an hour (B
 * section 9, C section 9).
 */
export function createQueryClient(answers: Boot['answers']) {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshness.halfHour,
        // No answer is dropped while it is fresh. The library drops unused ones after 5 minutes.
        gcTime: freshness.hour,
        refetchOnWindowFocus: false,
        // Requests run even offline, because the service worker may have the answer. Only retries
        // wait for a connection.
        networkMode: 'offlineFirst',
        retryDelay: (_failures, error) => Math.max(RETRY_DELAY_MS, retryAfterOf(error)),
        retry: retryQuery,
      },
      // Without a connection a write fails at once, and says so. By default it would wait, and its
      // form with it.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  for (const [url, answer] of Object.entries(answers))
    client.setQueryData(keyOfAddress(url), answer);
  return client;
}

/** The viewer gets the error, with a retry button, rather than wait longer than this. */
const MAX_RETRY_AFTER_MS = 30_000;

const retryAfterOf = (error: Error) => (error instanceof ApiError ? error.retryAfterMs : 0);

/** Two retries, but none of an answer that would be the same again (A 8). */
export const retryQuery = (failures: number, error: Error) =>
  failures < 2 &&
  retryAfterOf(error) <= MAX_RETRY_AFTER_MS &&
  !(error instanceof ApiError && noRetryStatuses.includes(error.status));

/**
 * A query key is the route's path and then its query string. The path alone therefore matches every
 * page and search of a list, which mutations invalidate.
 */
export function keyOfAddress(address: string): readonly string[] {
  const [path, queryString = ''] = address.split('?');
  return [path!, queryString];
}
