import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';

/** The texts around a control. */
export type FieldTexts = {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** One line of help under the control. */
  hint?: ReactNode;
  /** The error, in the specification's words. It replaces the hint. */
  error?: string | undefined;
  /** A second line under the error: how to fix it, or an example. */
  errorHelp?: string | undefined;
  required?: boolean;
  /** A short text at the right of the label: a counter, the old value. */
  aside?: ReactNode;
};

/** Props that link a control with its label and notes. Spread them on the control. */
export type FieldWiring = {
  id: string;
  required?: boolean | undefined;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
};

/**
 * Label, hint and error around any control, linked for screen readers.
 *
 * ```tsx
 * <Field label={t('Cor')} error={errors.color?.message} required>
 *   {(wiring) => <input {...wiring} className={controlClass} {...register('color')} />}
 * </Field>
 * ```
 */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  errorHelp,
  required,
  aside,
  id: ownId,
  className,
  children,
}: FieldTexts & {
  id?: string | undefined;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const noteId = `${id}-note`;

  return (
    <div className={cx('flex min-w-0 flex-col', className)}>
      {hideLabel && !aside ? (
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
      ) : (
        // The aside goes below the label only where the label's longest word leaves it no room.
        <div className="mb-1.5 flex flex-wrap items-baseline justify-end gap-x-3 text-13 text-text-2">
          <label
            htmlFor={id}
            className={cx('flex-1 basis-[min-content] font-medium', hideLabel && 'sr-only')}
          >
            {label}
            {required && (
              <span className="text-brand-ink" aria-hidden="true">
                {' *'}
              </span>
            )}
          </label>
          {aside}
        </div>
      )}
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      {(error || hint) && <FieldNote id={noteId} error={error} errorHelp={errorHelp} hint={hint} />}
    </div>
  );
}

/** The line below a field: its error, else its hint. */
export function FieldNote({
  id,
  error,
  errorHelp,
  hint,
}: {
  id: string;
  error: string | undefined;
  errorHelp?: string | undefined;
  hint: ReactNode;
}) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Enter refused what was typed: the message may stand below the visible part of a dialog.
    const typing = document.activeElement?.getAttribute('aria-describedby');
    if (error && typing === id) note.current?.scrollIntoView({ block: 'nearest' });
  }, [error, id]);
  if (!error) {
    return (
      <p id={id} className="mt-1.5 text-13 text-text-2">
        {hint}
      </p>
    );
  }
  return (
    <div
      ref={note}
      id={id}
      role="alert"
      className="mt-1.5 flex scroll-my-6 items-start gap-1.5 text-13 text-error"
    >
      <TriangleAlert className="mt-0.5 shrink-0" size={14} strokeWidth={2} aria-hidden="true" />
      <div className="min-w-0">
        <p>{error}</p>
        {errorHelp && <p className="text-text-2">{errorHelp}</p>}
      </div>
    </div>
  );
}

/** The ring of a box while the control inside has the focus. */
export const focusWithinClass =
  'focus-within:border-accent focus-within:ring-3 focus-within:ring-accent-soft';

/** The box of a text control. 16 px on phones, because smaller text makes iOS zoom. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-line-2 bg-field px-3 text-16 text-text transition-colors drawer:text-14 hover:border-text-3 focus:border-accent focus:ring-3 focus:ring-accent-soft focus:outline-none aria-invalid:border-error-line aria-invalid:focus:ring-error-ground disabled:border-line disabled:text-text-3';
