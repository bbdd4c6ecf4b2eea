import { freshness, noRetryStatuses, RETRY_DELAY_MS } from '@vitrine/contract/core';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import type { Boot } from './site-store.ts';

/** One cache a page: filled by what the server sent along, fresh for half an hour (B 9, C 9). */
export function createQueryClient(answers: Boot['answers']) {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshness.halfHour,
        refetchOnWindowFocus: false,
        // The service worker may have the answer where there is no line; only retries wait for one.
        networkMode: 'offlineFirst',
        retryDelay: RETRY_DELAY_MS,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && noRetryStatuses.includes(error.status)),
      },
      mutations: { retry: false },
    },
  });
  for (const [at, answer] of Object.entries(answers)) client.setQueryData(keyOfAddress(at), answer);
  return client;
}

/**
 * A query's key is the call's path and then its question, so that a path alone names every page
 * and every search of a list: that is what a mutation refreshes.
 */
export function keyOfAddress(at: string): readonly string[] {
  const [path, question = ''] = at.split('?');
  return [path!, question];
}
