import { clock } from '@vitrine/contract/durations';
import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { secondsOf } from './duration.ts';

interface DurationFieldProps {
  /** In seconds. */
  value: number | null;
  error: string | undefined;
  onChange: (seconds: number | null) => void;
}

/** A field for minutes and seconds. It does not reformat the text while the owner types. */
export function DurationField({ value, error, onChange }: DurationFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && secondsOf(typed) === undefined;
  return (
    <TextField
      label={t('Duração')}
      hint={t('Minutos e segundos. Um vídeo enviado traz a sua.')}
      placeholder="12:30"
      inputMode="numeric"
      error={wrong ? t('Escreva assim: 12:30') : error}
      value={typed ?? (value === null ? '' : clock(value))}
      onChange={(event) => {
        setTyped(event.target.value);
        const seconds = secondsOf(event.target.value);
        if (seconds !== undefined) onChange(seconds);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
