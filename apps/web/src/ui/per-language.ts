/**
 * Keeps one formatter for each language. To make one takes milliseconds on a phone, and a list
 * formats a value in every row.
 *
 * ```ts
 * const clockTime = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
 * clockTime('pt').format(date);
 * ```
 */
export function perLanguage<Formatter>(make: (language: string) => Formatter) {
  const formatters = new Map<string, Formatter>();
  return (language: string): Formatter => {
    let formatter = formatters.get(language);
    if (!formatter) formatters.set(language, (formatter = make(language)));
    return formatter;
  };
}
