import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from './composing.ts';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';

/**
 * Edits a name in place. Enter and blur save it, Esc cancels. A blank name is discarded.
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
  /** Called only if the name changed. */
  onRename: (name: string) => void;
  onDone: () => void;
  className?: string;
}) {
  const [text, setText] = useState(value);
  const isFinished = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    // Waits until the menu that opened this has restored its focus.
    const timer = setTimeout(() => {
      if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
    });
    return () => clearTimeout(timer);
  }, []);

  function finish(save: boolean) {
    if (isFinished.current) return;
    isFinished.current = true;
    const name = text.trim();
    if (save && name && name !== value) onRename(name);
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
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
