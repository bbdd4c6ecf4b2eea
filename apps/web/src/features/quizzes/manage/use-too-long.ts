import { messages } from '@vitrine/contract/quizzes';
import { useTranslation } from '../../../ui/translation.ts';
import { isTooLong } from './builder-state.ts';

/** Gives the error of a text that is longer than its limit. Undefined for any other text. */
export function useTooLong() {
  const { t } = useTranslation();
  return (text: string, max: number) =>
    isTooLong(text, max) ? t(messages.textTooLong) : undefined;
}
