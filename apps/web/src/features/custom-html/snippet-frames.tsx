import type { CustomHtml } from '@vitrine/contract/custom-html';
import { useEffect, useRef, useState } from 'react';
import { useSnippetsAt, type SnippetPlace } from './custom-html.queries.ts';
import { hasHung, noteStart } from './hung-frames.ts';
import { usePageFacts } from './page-facts.ts';
import { SnippetFrame } from './snippet-frame.tsx';

/** The frames of a page, below its content. A locked page has none. */
export default function SnippetFrames(place: SnippetPlace) {
  const snippets = useSnippetsAt(place);
  return (
    <div className="px-(--page-gutter)">
      {snippets.data?.map((snippet) => (
        <MonitoredFrame key={`${snippet.id}.${snippet.version}`} {...place} snippet={snippet} />
      ))}
    </div>
  );
}

/** A frame that runs for this time, in ms, after its first message counts as harmless. */
const SETTLED_MS = 10_000;

function MonitoredFrame({ snippet, ...place }: SnippetPlace & { snippet: CustomHtml }) {
  const key = `${snippet.id}.${snippet.version}`;
  const facts = usePageFacts(place);
  const [hung] = useState(() => hasHung(key));
  const strike = useRef<() => void>(undefined);
  useEffect(() => {
    if (hung) return;
    strike.current = noteStart(key);
    return strike.current;
  }, [hung, key]);
  if (hung) return null;
  return (
    <SnippetFrame
      title={snippet.title}
      src={snippet.frame_url}
      facts={facts}
      onAwake={() => setTimeout(() => strike.current?.(), SETTLED_MS)}
    />
  );
}
