import type { Ref, TextareaHTMLAttributes } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldTexts } from './field.tsx';

/** Texts of the field, and every attribute of a `textarea`. */
export type TextAreaProps = FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required'> & {
    ref?: Ref<HTMLTextAreaElement>;
  };

/**
 * A multi-line text field. It grows with its text, up to 320 px.
 *
 * ```tsx
 * <TextArea label={t('Descrição')} rows={3} {...register('description')} />
 * ```
 */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  errorHelp,
  required,
  aside,
  id,
  className,
  rows = 3,
  ...area
}: TextAreaProps) {
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      errorHelp={errorHelp}
      required={required}
      aside={aside}
      id={id}
      className={className}
    >
      {(wiring) => (
        <textarea
          {...area}
          {...wiring}
          rows={rows}
          className={cx(controlClass, 'quiet-scroll field-sizing-content max-h-80 resize-y py-2.5')}
          style={{ minHeight: `calc(${rows} * 1.5em + 22px)` }}
        />
      )}
    </Field>
  );
}
