import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import {
  controlClass,
  Field,
  type FieldTexts,
  type FieldWiring,
  focusWithinClass,
} from './field.tsx';

/** Texts of the field, every attribute of an `input`, and two places inside its box. */
export type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required' | 'prefix'> & {
    /** Inside the box, before the text: 'https://', an icon. */
    prefix?: ReactNode;
    /** Inside the box, after the text: 'segundos', a button. */
    suffix?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/**
 * A single-line text field. It takes every attribute of an input, so a form's `register` spreads onto
 * it. For whole numbers there is `NumberField`.
 *
 * ```tsx
 * <TextField label={t('Título')} required error={errors.title?.message} {...register('title')} />
 * ```
 */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  errorHelp,
  required,
  aside,
  prefix,
  suffix,
  id,
  className,
  ...input
}: TextFieldProps) {
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
      {(wiring) =>
        prefix || suffix ? (
          <div
            className={cx(controlClass, focusWithinClass, wrapClass)}
            data-invalid={error ? '' : undefined}
          >
            {prefix && <span className="shrink-0 text-text-3">{prefix}</span>}
            <input
              {...input}
              {...marked(wiring, input)}
              className="h-full min-w-0 flex-1 bg-transparent outline-none"
            />
            {suffix && <span className="shrink-0 text-text-3">{suffix}</span>}
          </div>
        ) : (
          <input {...input} {...marked(wiring, input)} className={cx(controlClass, 'h-control')} />
        )
      }
    </Field>
  );
}

/** A field without an error of its own may carry the marks of one that it shares with others. */
const marked = (wiring: FieldWiring, input: InputHTMLAttributes<HTMLInputElement>) => ({
  ...wiring,
  'aria-invalid': wiring['aria-invalid'] ?? input['aria-invalid'],
  'aria-describedby': wiring['aria-describedby'] ?? input['aria-describedby'],
});

const wrapClass =
  'flex h-control items-center gap-2 data-invalid:border-error-line has-disabled:border-line has-disabled:text-text-3';
