import { escapedText } from '../../kit/page/escaped-text.ts';
import { plainText } from '../../kit/page/safe-html.tsx';

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;

/** Escapes the typed text and turns addresses into links. */
export const htmlOf = (text: string) =>
  escapedText(text.trim()).replace(address, (url) => `<a href="${url}">${url}</a>`);

/** Turns the HTML back into text for the editor. */
export const textOfComment = plainText;
