import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { focusWithinClass } from './field.tsx';
import { InlineError, sentenceOf } from './inline-error.tsx';
import { useTranslation } from './translation.ts';

/**
 * An input at the end of a list. Enter adds an entry and empties the input. If the entry could not be
 * added, its text returns with the reason, or stands in it.
 *
 * ```tsx
 * <InlineAdd label={t('Nova aula')} onAdd={(title) => add.mutateAsync({ title })} />
 * ```
 */
export function InlineAdd({
  label,
  name,
  focused = false,
  onAdd,
  className,
}: {
  /** Also the placeholder. */
  label: string;
  /** The label for screen readers, if the page has several of these inputs. */
  name?: string;
  /** Takes the focus on mount, where adding is the page's purpose; never from somebody who types. */
  focused?: boolean;
  onAdd: (text: string) => Promise<unknown>;
  className?: string;
}) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    const typing =
      document.activeElement instanceof HTMLInputElement && document.activeElement.value;
    if (focused && !typing) input.current?.focus();
    // Only on mount: later it would steal the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  async function add(event: FormEvent) {
    event.preventDefault();
    const trimmed = text.trim();
    if (!trimmed) return;
    setText('');
    setError(null);
    input.current?.focus();
    try {
      await onAdd(trimmed);
    } catch (reason) {
      const sentence = t(sentenceOf(reason));
      // A newer text keeps the field. The reason names the entry then, so that it is not lost.
      setError(input.current?.value ? `“${trimmed}”: ${sentence}` : sentence);
      setText((now) => now || trimmed);
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className={className}>
      <div
        className={cx(
          'flex min-h-11 items-center gap-2.5 rounded-control border border-transparent pr-1.5 pl-2 transition-colors',
          focusWithinClass,
          'focus-within:bg-field hover:bg-hover',
        )}
      >
        <Plus size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden="true" />
        <label htmlFor={id} className="sr-only">
          {name ?? label}
        </label>
        <input
          ref={input}
          id={id}
          value={text}
          placeholder={label}
          enterKeyHint="done"
          autoComplete="off"
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setText(event.target.value)}
          className="h-11 min-w-0 flex-1 bg-transparent text-16 outline-none drawer:text-14"
        />
        {text.trim() && (
          <Button size="sm" type="submit">
            {t('Adicionar')}
          </Button>
        )}
      </div>
      {error && (
        <div id={`${id}-error`} className="mt-1.5">
          <InlineError>{error}</InlineError>
        </div>
      )}
    </form>
  );
}
