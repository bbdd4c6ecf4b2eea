import type { LiveMessage } from '@vitrine/contract/live-chat';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { OutgoingMessage } from './use-outbox.ts';

/** Within this distance the reader counts as at the end, in px. */
const AT_END_PX = 48;

/**
 * Keeps the list at its end while the reader is there, and at the reader's place otherwise. `unread`
 * counts the messages that arrived below that place.
 *
 *   <div ref={scroll.list} onScroll={scroll.onScroll}>…</div>
 *   <div onFocus={scroll.showLines}>the field</div>
 */
export function useChatScroll({
  atEnd,
  messages,
  outgoing,
}: {
  atEnd: RefObject<boolean>;
  messages: readonly LiveMessage[];
  outgoing: readonly OutgoingMessage[];
}) {
  const list = useRef<HTMLDivElement>(null);
  /** The newest message when the reader scrolled up; 0 at the end. */
  const [seenId, setSeenId] = useState(0);
  const firstId = messages[0]?.id ?? 0;
  const lastId = messages.at(-1)?.id ?? 0;
  const before = useRef({ firstId: 0, height: 0 });

  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    // Older messages were added above: keep the scroll position of the reader.
    if (atEnd.current) box.scrollTop = box.scrollHeight;
    else if (before.current.firstId && firstId < before.current.firstId)
      box.scrollTop += box.scrollHeight - before.current.height;
    before.current = { firstId, height: box.scrollHeight };
  }, [atEnd, messages, firstId, outgoing]);

  const showLines = () => list.current?.scrollIntoView({ block: 'nearest' });

  // A phone's keyboard takes room: the last messages stay in sight above the field.
  const onResize = useEffectEvent(() => {
    const box = list.current;
    if (!box) return;
    if (atEnd.current) box.scrollTop = box.scrollHeight;
    if (document.activeElement?.matches('.chat-field textarea')) showLines();
  });
  useEffect(() => {
    const listener = () => onResize();
    window.addEventListener('resize', listener);
    return () => window.removeEventListener('resize', listener);
  }, []);

  return {
    list,
    showLines,
    unread: seenId ? messages.filter(({ id, removed }) => id > seenId && !removed).length : 0,
    onScroll() {
      const box = list.current!;
      const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX;
      if (isAtEnd === atEnd.current) return;
      atEnd.current = isAtEnd;
      setSeenId(isAtEnd ? 0 : lastId);
    },
    scrollToEnd() {
      const box = list.current;
      if (!box) return;
      box.scrollTop = box.scrollHeight;
      atEnd.current = true;
      setSeenId(0);
    },
  };
}
