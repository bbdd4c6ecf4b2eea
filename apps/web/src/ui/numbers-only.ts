import { useState, type InputEvent } from 'react';
import { useTranslation } from './translation.ts';

/**
 * Props of an input of fractions: no browser takes a letter. Firefox and Safari do, and a field with a
 * letter has no value: '5a' would be saved as 0.
 */
export const numbersOnly = {
  onBeforeInput(event: InputEvent<HTMLInputElement>) {
    if (/[^\d+\-.,]/.test(event.data)) event.preventDefault();
  },
};

/**
 * Props of an input of whole numbers, and a note while it is not what was typed. It takes no
 * separator either: browsers read the '1.000' of a Brazilian as 1. A '7,5' is 75 then, and the note
 * says why, until the field is empty or has the focus again.
 *
 * ```tsx
 * const { note, ...props } = useWholeNumber();
 * <input {...props} type="number" />
 * ```
 */
export function useWholeNumber() {
  const { t } = useTranslation();
  const [isCut, setCut] = useState(false);
  return {
    note: isCut ? t('Só números inteiros, sem ponto nem vírgula.') : null,
    onBeforeInput(event: InputEvent<HTMLInputElement>) {
      if (/[^\d+-]/.test(event.data)) event.preventDefault();
      if (/[.,]/.test(event.data)) setCut(true);
    },
    onInput({ currentTarget }: { currentTarget: HTMLInputElement }) {
      if (!currentTarget.value) setCut(false);
    },
    onFocus: () => setCut(false),
  };
}
