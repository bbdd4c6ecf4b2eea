const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Words alone as HTML, blanks and all. */
export const escapedText = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign]!);
