import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from './composing.ts';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';
import { AttemptError } from './inline-error.tsx';

/**
 * Edits a name in place. Enter and blur save it, Esc cancels. A blank name is discarded. A refused name
 * stays in the field, with the reason.
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
  /** Called only if the name changed. Rejects where it was refused. */
  onRename: (name: string) => Promise<unknown>;
  onDone: () => void;
  className?: string;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
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

  async function finish(save: boolean) {
    if (isFinished.current) return;
    isFinished.current = true;
    const name = text.trim();
    if (save && name && name !== value) {
      setIsSaving(true);
      setError(null);
      try {
        await onRename(name);
      } catch (reason) {
        isFinished.current = false;
        setIsSaving(false);
        setError(reason);
        return;
      }
    }
    // Whoever went on meanwhile keeps the focus.
    if (document.activeElement === input.current) opener.current?.focus();
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    void finish(event.key === 'Enter');
  }

  return (
    <div className={cx('min-w-0', className)}>
      <input
        ref={input}
        aria-label={label}
        aria-describedby={error ? id : undefined}
        aria-busy={isSaving}
        readOnly={isSaving}
        value={text}
        enterKeyHint="done"
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        // A name that was refused is sent again by Enter only.
        onBlur={() => error === null && void finish(true)}
        className={cx(controlClass, 'h-9')}
      />
      <div id={id}>
        <AttemptError error={error} className="mt-1.5" />
      </div>
    </div>
  );
}
