import { snippetPages } from '@vitrine/contract/snippet-pages';
import { Suspense } from 'react';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { safeMode } from '../../platform/safe-mode.ts';
import { optionalPart } from '../../ui/late-component.ts';
import type { SnippetPlace } from './custom-html.queries.ts';

/** Loads after the page is idle: snippets wait for the content. */
const SnippetFrames = optionalPart(async () => {
  await new Promise<unknown>((idle) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(idle, { timeout: 3_000 })
      : setTimeout(idle, 300),
  );
  return import('./snippet-frames.tsx');
});

/** Renders a page's snippets. Pages without any request and load nothing. */
export function Snippets(place: SnippetPlace) {
  const pages = useContractQuery(snippetPages, {});
  if (safeMode || !pages.data?.data.includes(place.page)) return null;
  return (
    <Suspense>
      <SnippetFrames key={JSON.stringify(place)} {...place} />
    </Suspense>
  );
}
