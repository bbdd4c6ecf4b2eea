/**
 * As SQL, for ORDER BY: a title as lists sort it, without regard to case and accents, and numbers by
 * their value ("Aula 8" before "Aula 108").
 */
export const titleOrder = (title: string) => `${title} COLLATE title_letters`;
