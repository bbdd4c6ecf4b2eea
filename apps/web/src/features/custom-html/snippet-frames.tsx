import type { CustomHtml } from '@vitrine/contract/custom-html';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnippetsAt, type SnippetPlace } from './custom-html.queries.ts';
import { frameKey, hasHung, noteStart } from './hung-frames.ts';
import { usePageFacts } from './page-facts.ts';
import { SnippetFrame } from './snippet-frame.tsx';

/** Frames that load at the same time. */
const MAX_LOADING = 4;

/**
 * The frames of a page, below its content. A locked page has none. A frame loads once one before it
 * has answered or was given up: each is a document of its own, and many at once hold up the page.
 */
export default function SnippetFrames(place: SnippetPlace) {
  const snippets = useSnippetsAt(place);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const settle = useCallback(
    (key: string) => setSettled((before) => (before.has(key) ? before : new Set(before).add(key))),
    [],
  );
  const all = (snippets.data ?? []).map((snippet) => ({
    snippet,
    key: frameKey(snippet),
  }));
  const count = all.filter(({ key }) => settled.has(key)).length + MAX_LOADING;
  return (
    <div className="px-(--page-gutter)">
      {all.slice(0, count).map(({ snippet, key }) => (
        <MonitoredFrame key={key} {...place} snippet={snippet} onSettled={settle} />
      ))}
    </div>
  );
}

/** A frame that runs for this time, in ms, after its first message counts as harmless. */
const SETTLED_MS = 10_000;

interface MonitoredFrameProps extends SnippetPlace {
  snippet: CustomHtml;
  /** Called with the snippet's key when the frame has answered, or never will. */
  onSettled: (key: string) => void;
}

function MonitoredFrame({ snippet, onSettled, ...place }: MonitoredFrameProps) {
  const key = frameKey(snippet);
  const facts = usePageFacts(place);
  const [hung] = useState(() => hasHung(key));
  const strike = useRef<() => void>(undefined);
  useEffect(() => {
    if (hung) return onSettled(key);
    strike.current = noteStart(key);
    return strike.current;
  }, [hung, key, onSettled]);
  if (hung) return null;
  return (
    <SnippetFrame
      title={snippet.title}
      src={snippet.frame_url}
      facts={facts}
      onAwake={() => {
        setTimeout(() => strike.current?.(), SETTLED_MS);
        onSettled(key);
      }}
      onSilent={() => onSettled(key)}
    />
  );
}
