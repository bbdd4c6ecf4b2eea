import { plainText } from '../../kit/page/safe-html.tsx';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;

/** What was typed, as HTML: every sign stays the sign it is, addresses become links. */
export const htmlOf = (text: string) =>
  text
    .trim()
    .replace(/[&<>]/g, (sign) => signs[sign]!)
    .replace(address, (url) => `<a href="${url}">${url}</a>`);

/** The same way back, for who edits. */
export const textOfComment = plainText;
