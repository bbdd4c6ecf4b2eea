const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

/** Escapes text for element content, as `cleanHtml` stores it: quotes stay as they are. */
export const escapeContent = (text: string) =>
  text.replace(/[&<>]/g, (character) => entities[character]!);

/** JSON for a script element. `<` and line separators are escaped, so it cannot close the element. */
export const scriptJson = (value: unknown) => scriptSafe(JSON.stringify(value));

/** The same for text that is JSON already. */
export const scriptSafe = (json: string) =>
  json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
