/** The browser's time zone, such as 'America/Sao_Paulo'. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
