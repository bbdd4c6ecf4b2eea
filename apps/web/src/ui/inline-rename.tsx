import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { controlClass } from './field.tsx';
import { cx } from './cx.ts';

/**
 * A name while it is changed, in its own place: Enter and leaving it keep the new one, Esc keeps
 * the old one. A blank name is none, so the old one stays.
 *
 * ```tsx
 * {renaming ? <InlineRename label={t('Nome do módulo')} value={title} onRename={rename} onDone={stop} /> : title}
 * ```
 */
export function InlineRename({
  label,
  value,
  onRename,
  onDone,
  className,
}: {
  label: string;
  value: string;
  /** Only called with another name. */
  onRename: (name: string) => void;
  onDone: () => void;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const finished = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    // The menu that asked for it gives its focus back first.
    const timer = setTimeout(() => {
      if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
    });
    return () => clearTimeout(timer);
  }, []);

  function finish(keep: boolean) {
    if (finished.current) return;
    finished.current = true;
    const name = text.trim();
    if (keep && name && name !== value) onRename(name);
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === 'Enter');
    opener.current?.focus();
  }

  return (
    <input
      ref={input}
      aria-label={label}
      value={text}
      maxLength={255}
      enterKeyHint="done"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      className={cx(controlClass, 'h-9', className)}
    />
  );
}
