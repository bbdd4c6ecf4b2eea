import { characterCount } from '@vitrine/contract/core';
import { limits } from '@vitrine/contract/comments';
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

export const tooLong = (text: string) => characterCount(text.trim()) > limits.content;
