import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { InlineError, sentenceOf } from './inline-error.tsx';

/**
 * The last line of a list, where one writes the next: Enter adds it and leaves the box empty for
 * the one after. What could not be added comes back with the reason.
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
  /** Also what stands in the empty box. */
  label: string;
  /** The label for screen readers, where several boxes stand on one page. */
  name?: string;
  /** Starts with the focus: where adding is what one came for. */
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
    if (focused) input.current?.focus();
    // Once: later it would take the focus from whoever has moved on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  async function add(event: FormEvent) {
    event.preventDefault();
    const given = text.trim();
    if (!given) return;
    setText('');
    setError(null);
    input.current?.focus();
    try {
      await onAdd(given);
    } catch (reason) {
      setError(sentenceOf(reason, t('Algo deu errado. Tente de novo.')));
      setText((now) => now || given);
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className={className}>
      <div
        className={cx(
          'flex min-h-11 items-center gap-2.5 rounded-control border border-transparent pr-1.5 pl-2 transition-colors',
          'focus-within:border-accent focus-within:bg-field focus-within:ring-3 focus-within:ring-accent-soft hover:bg-hover',
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
          maxLength={255}
          placeholder={label}
          enterKeyHint="done"
          autoComplete="off"
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setText(event.target.value)}
          className="h-10 min-w-0 flex-1 bg-transparent text-16 outline-none drawer:text-14"
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
