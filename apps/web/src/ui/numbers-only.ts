import type { InputEvent } from 'react';

/**
 * Props of a number field: no browser takes a letter. Firefox and Safari do, and a field with a
 * letter has no value: '5a' would be saved as 0. Only a field of fractions (`step="any"`) takes a
 * separator: browsers read the '1.000' of a Brazilian as 1.
 */
export const numbersOnly = {
  onBeforeInput(event: InputEvent<HTMLInputElement>) {
    const refused = event.currentTarget.step === 'any' ? /[^\d+\-.,]/ : /[^\d+-]/;
    if (refused.test(event.data)) event.preventDefault();
  },
};
