import type { InputEvent } from 'react';

/**
 * Props of a number field: no browser takes a letter. Firefox and Safari do, and a field with a
 * letter has no value: '5a' would be saved as 0.
 */
export const numbersOnly = {
  onBeforeInput(event: InputEvent) {
    if (/[^\d+\-.,]/.test(event.data)) event.preventDefault();
  },
};
