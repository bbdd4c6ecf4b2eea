/** 'terça-feira, 24 de novembro de 2026 às 19:00', in the reader's time zone. */
export const longDateTime = (timestamp: Date | string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(timestamp),
  );

/** '24 de nov. de 2026, 19:00'. */
export const shortDateTime = (timestamp: Date | string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(timestamp),
  );
