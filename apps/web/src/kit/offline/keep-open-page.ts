import type { QueryClient } from '@tanstack/react-query';
import type { WorkerMessage } from './names.ts';
import { isStoredPage } from './reread-stored.ts';
import { viewerKey } from './viewer-key.ts';

/**
 * Tells the worker which resources this page loaded. On a first visit there was no worker yet, and
 * data embedded in the HTML never passes through it.
 */
export function keepOpenPage(worker: ServiceWorker, queries: QueryClient) {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  const message: WorkerMessage = {
    kind: 'keep',
    owner: viewerKey(),
    language: document.documentElement.lang,
    assets,
    // Newer answers are on their way to the worker.
    answers: isStoredPage() ? {} : answersOf(queries),
  };
  worker.postMessage(message);
}

/** Maps request URLs to answers. For an infinite list, only its first page. */
function answersOf(queries: QueryClient): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const [path, queryString, list] = queryKey as string[];
    if (!path?.startsWith('/api/') || state.data === undefined) continue;
    if (list === undefined) answers[queryString ? `${path}?${queryString}` : path] = state.data;
    if (list === 'pages') {
      const [first] = (state.data as { pages: unknown[] }).pages;
      answers[`${path}?${queryString ? `${queryString}&` : ''}page=1`] = first;
    }
  }
  return answers;
}
