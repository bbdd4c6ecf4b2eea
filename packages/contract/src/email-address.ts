import * as z from 'zod/mini';
import { messages } from './messages.ts';

/** Maximum number of characters (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254;

/** A dot-atom of RFC 5322 and 6531, and a domain with a dot. */
const shape =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]*$/u;

/**
 * Answers whether a text is one e-mail address. Mail programs read brackets, quotes and commas as a name,
 * a comment or a list, so the mail would go to another mailbox than the text names.
 */
export const isEmailAddress = (text: string) => text.length <= MAX_LENGTH && shape.test(text);

/** An e-mail address that somebody types. A sign-in takes any text: an older account may have another shape. */
export const emailAddress = z
  .string(messages.invalidEmail)
  .check(
    z.trim(),
    z.maxLength(MAX_LENGTH, messages.invalidEmail),
    z.regex(shape, messages.invalidEmail),
  );
