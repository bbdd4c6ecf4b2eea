import type { Language } from '@vitrine/contract/languages';
import { translate } from '@vitrine/contract/texts';

/** Translates for a receiver, and writes moments in their language and time zone. */
export function receiverTexts(language: Language, timeZone: string) {
  const moments = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return {
    t: (text: string, values?: Record<string, string | number>) =>
      translate(language, text, values),
    dateOf: (timestamp: Date | string) => moments.format(new Date(timestamp)),
  };
}
