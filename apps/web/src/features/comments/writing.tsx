import { limits, messages } from '@vitrine/contract/comments';
import { characterCount } from '@vitrine/contract/core';
import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { isOutdatedError } from '../../kit/queries/edit-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { CharactersLeft } from '../../ui/characters-left.tsx';
import { useFormAboveKeyboard } from '../../ui/form-above-keyboard.ts';
import { GrowingArea } from '../../ui/growing-area.tsx';
import { AttemptError } from '../../ui/inline-error.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useAttempt } from '../../ui/use-attempt.ts';

interface WritingProps {
  /** Placeholder and accessible name of the field. */
  label: string;
  action: string;
  value: string;
  onChange: (text: string) => void;
  send: () => Promise<void>;
  /** Somebody has changed the edited text since: a save replaces theirs. */
  outdated?: boolean;
  onCancel: () => void;
  /** Called when the field gets the focus. */
  onEnter?: () => void;
  aside?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A growing text field. Its buttons appear with the first character. */
export function Writing({
  label,
  action,
  value,
  onChange,
  send,
  outdated = false,
  onCancel,
  onEnter,
  aside,
  ref,
}: WritingProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useFormAboveKeyboard(form);
  const [entered, setEntered] = useState(value !== '');
  const attempt = useAttempt(send, () => setEntered(false));
  const length = characterCount(value.trim());
  const over = length > limits.content;
  const inactive = length === 0 || over;
  // The comment is read again before its save ends.
  const warns = outdated && !attempt.busy;

  return (
    <form
      ref={form}
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!inactive) void attempt.run();
      }}
    >
      <GrowingArea
        ref={ref}
        id={id}
        aria-label={label}
        aria-invalid={over || undefined}
        placeholder={label}
        value={value}
        // The answer empties the field: what is typed meanwhile would be lost.
        readOnly={attempt.busy}
        className="writing quiet-scroll"
        onFocus={() => {
          setEntered(true);
          if (!entered) onEnter?.();
        }}
        onChange={({ currentTarget }) => {
          attempt.forget();
          onChange(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
          if (event.key === 'Escape' && value === '') onCancel();
        }}
      />
      {over && (
        <p role="alert" className="mt-1.5 text-13 text-error">
          {t(messages.tooLong)}
        </p>
      )}
      {warns && (
        <p role="alert" className="mt-1.5 text-13 text-warn">
          {t(messages.outdated)}
        </p>
      )}
      <AttemptError
        error={warns && isOutdatedError(attempt.error) ? null : attempt.error}
        className="mt-2"
      />
      {(entered || value !== '') && (
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          {aside}
          <span className="flex-1" />
          <CharactersLeft count={length} max={limits.content} />
          <Button
            variant="ghost"
            disabled={attempt.busy}
            onClick={() => {
              setEntered(false);
              attempt.forget();
              onCancel();
            }}
          >
            {t('Cancelar')}
          </Button>
          <Button type="submit" busy={attempt.busy} aria-disabled={inactive || undefined}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
