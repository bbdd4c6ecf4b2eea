import * as z from 'zod/mini';
import { limits, messages } from './catalog-limits.ts';

// Apart from the other fields: a student's first load needs the routes of lessons, and no limit.

/** The length of a text in UTF-8. */
const bytes = (text: string) => {
  let count = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x80) count += 1;
    else if (point < 0x800) count += 2;
    else count += point < 0x10000 ? 3 : 4;
  }
  return count;
};

/** Whether a lesson may hold this much HTML. */
export const fitsContent = (html: string) =>
  html.length <= limits.content && bytes(html) <= limits.content;

/** Rich HTML from the editor. The server keeps allowed elements and drops the rest. */
export const lessonContent = z.string().check(z.refine(fitsContent, messages.contentTooLong));
