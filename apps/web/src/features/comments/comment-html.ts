import { plainText } from '../../kit/page/safe-html.tsx';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;

/** Escapes the typed text and turns addresses into links. */
export const htmlOf = (text: string) =>
  text
    .trim()
    .replace(/[&<>]/g, (sign) => signs[sign]!)
    .replace(address, (url) => `<a href="${url}">${url}</a>`);

/** Turns the HTML back into text for the editor. */
export const textOfComment = plainText;
