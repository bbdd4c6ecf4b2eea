/** `capitalized('hora estándar', 'es')` is 'Hora estándar': names of Intl begin small in some languages. */
export const capitalized = (text: string, language: string) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
