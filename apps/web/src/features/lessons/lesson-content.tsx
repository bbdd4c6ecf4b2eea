import type { Lesson } from '@vitrine/contract/catalog';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SafeHtml } from '../../kit/page/safe-html.tsx';

/** The words of a lesson, in lines that can be read. */
export function LessonContent({ lesson }: { lesson: Pick<Lesson, 'content' | 'content_html'> }) {
  const { content, content_html } = lesson;
  const text = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const formulas = content_html !== null;
  useEffect(() => {
    // Without these styles, browsers draw the formulas as MathML.
    if (formulas) void import('../../ui/formula-styles.ts');
  }, [formulas]);
  // A link of another lesson may lead to a place in this one, which was not there when the page was.
  useEffect(() => goTo(text.current, hash), [hash]);

  function followWithin(event: MouseEvent) {
    const href = (event.target as Element).closest('a')?.getAttribute('href') ?? '';
    const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (isOther || event.defaultPrevented || !/^(?:#|\/(?!\/|files\/))/.test(href)) return;
    event.preventDefault();
    if (href.startsWith('#')) goTo(text.current, href);
    else void navigate(href);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- links in it, which keys press too
    <div ref={text} onClick={followWithin}>
      <SafeHtml
        html={content_html ?? content}
        media
        formulas={formulas}
        className="lesson-content"
      />
    </div>
  );
}

/** Moves the focus too, for keyboards and screen readers. */
function goTo(text: HTMLElement | null, hash: string) {
  const target = hash && text?.querySelector<HTMLElement>(`[id="${CSS.escape(asId(hash))}"]`);
  if (!target) return;
  target.scrollIntoView({ block: 'start' });
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function asId(hash: string) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
