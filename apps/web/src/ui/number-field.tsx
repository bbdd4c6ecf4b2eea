import { useWholeNumber } from './numbers-only.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/**
 * A field of a whole number. A separator is not taken, and a note says so.
 *
 * ```tsx
 * <NumberField label={t('Pontos')} min={1} error={draft.errorOf('points')} {...form.register('points')} />
 * ```
 */
export function NumberField({ hint, errorHelp, ...field }: Omit<TextFieldProps, 'type'>) {
  const { note, ...wholeNumber } = useWholeNumber();
  const shown = note && (
    <span role="alert" className="text-warn">
      {note}
    </span>
  );
  return (
    <TextField
      {...wholeNumber}
      {...field}
      type="number"
      hint={shown ?? hint}
      errorHelp={note ?? errorHelp}
    />
  );
}
