import { useEffect, useId, useRef, useState } from 'react';
import { FieldNote } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import type { QuizDraft } from './quiz-form.ts';

const timeNames = ['hours', 'minutes', 'seconds'] as const;

/** The time limit of a quiz, in two digits each. The second one moves the focus to the next field. */
export function TimeFields({ draft }: { draft: QuizDraft }) {
  const { t } = useTranslation();
  const { form, values, set } = draft;
  const noteId = useId();
  const fields = useRef<(HTMLInputElement | null)[]>([]);
  // The switch that opens the fields leads into them.
  const [wasEmpty] = useState(() => timeNames.every((name) => !values[name]));
  useEffect(() => {
    if (wasEmpty) fields.current[0]?.focus();
  }, [wasEmpty]);
  const labels = [t('Horas'), t('Minutos'), t('Segundos')];
  const error = draft.errorOf('time_limit');
  // The form knows no field of this name, so it cannot focus it after a refused save.
  const { submitCount } = form.formState;
  const isFirstError = Boolean(error) && !draft.errorOf('goal');
  useEffect(() => {
    if (isFirstError) fields.current[0]?.focus();
  }, [isFirstError, submitCount]);
  return (
    <fieldset>
      <legend className="sr-only">{t('Limite de tempo')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-3">
        {timeNames.map((name, index) => (
          <TextField
            key={name}
            ref={(input) => {
              fields.current[index] = input;
            }}
            label={labels[index]!}
            inputMode="numeric"
            autoComplete="off"
            placeholder="00"
            maxLength={2}
            value={values[name]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && noteId}
            onFocus={(event) => event.target.select()}
            onChange={({ target }) => {
              const digits = target.value.replace(/\D/g, '').slice(0, 2);
              set(name, digits);
              form.clearErrors('time_limit');
              if (digits.length === 2) fields.current[index + 1]?.focus();
            }}
          />
        ))}
      </div>
      {error && <FieldNote id={noteId} error={error} hint={null} />}
    </fieldset>
  );
}
