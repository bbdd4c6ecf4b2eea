import type { QueryClient } from '@tanstack/react-query';
import type { WorkerMessage } from './names.ts';
import { ownName } from './own-name.ts';

/**
 * Tells the worker what this page was made of. A first visit begins without a worker, and what comes
 * with a page's HTML never passes through it.
 */
export function keepOpenPage(worker: ServiceWorker, queries: QueryClient) {
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  const message: WorkerMessage = {
    kind: 'keep',
    owner: ownName(),
    assets,
    answers: answersOf(queries),
  };
  worker.postMessage(message);
}

/** By the address at which each was asked for. Of a list, its first page. */
function answersOf(queries: QueryClient): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const [path, question, list] = queryKey as string[];
    if (!path?.startsWith('/api/') || state.data === undefined) continue;
    if (list === undefined) answers[question ? `${path}?${question}` : path] = state.data;
    if (list === 'pages') {
      const [first] = (state.data as { pages: unknown[] }).pages;
      answers[`${path}?${question ? `${question}&` : ''}page=1`] = first;
    }
  }
  return answers;
}
