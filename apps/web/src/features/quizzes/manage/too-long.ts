import { characterCount } from '@vitrine/contract/core';
import { useTranslation } from '../../../ui/translation.ts';

/** Whether a text is longer than the server takes. The server counts it as this does. */
export const isTooLong = (text: string, max: number) =>
  text.length > max && characterCount(text.trim()) > max;

/** Gives the error of a text that is longer than its limit. Undefined for any other text. */
export function useTooLong() {
  const { t } = useTranslation();
  return (text: string, max: number, message: string) =>
    isTooLong(text, max) ? t(message) : undefined;
}
