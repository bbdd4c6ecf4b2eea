import { useId, useLayoutEffect, useRef, useState } from 'react';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The text of a comment. A long one is folded at first. */
export function CommentText({ html }: { html: string }) {
  const { t } = useTranslation();
  const id = useId();
  const text = useRef<HTMLDivElement>(null);
  const [long, setLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);

  // The number of lines depends on the width.
  useLayoutEffect(() => {
    const box = text.current!;
    const measure = () =>
      setLong((before) => (isOpen ? before : box.scrollHeight > box.clientHeight + 1));
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [html, isOpen]);

  return (
    <>
      <div
        ref={text}
        id={id}
        data-folded={!isOpen}
        data-long={long || undefined}
        className="comment-body"
        // Unfolds when the keyboard focuses a link in the hidden part.
        onFocus={() => long && setIsOpen(true)}
      >
        <SafeHtml html={html} className="comment-text" />
      </div>
      {long && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="touch-target text-14 font-semibold text-text-2 hover:text-text"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('Ver menos') : t('Ver mais')}
        </button>
      )}
    </>
  );
}
