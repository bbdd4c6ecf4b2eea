import * as z from 'zod/mini';
import { messages } from './messages.ts';

export const addressLimit = 2000;

const web = /^https?:\/\/[^\s\\<>"'/][^\s\\<>"]*$/i;
const ownPath = /^\/(?![/\\])[^\s\\<>"]*$/;

/** What a person may type as an address: the web, or a path of this school (contract, Everywhere). */
export const isAddress = (text: string) => web.test(text) || ownPath.test(text);

const addressLike = (accepted: (text: string) => boolean, words: string = messages.invalidLink) =>
  z.pipe(
    z.nullable(
      z.string(words).check(
        z.trim(),
        z.maxLength(addressLimit, words),
        z.refine((text: string) => text === '' || accepted(text), words),
      ),
    ),
    z.transform((text) => text || null),
  );

/** An address that may be left out: blank or null is none. */
export const address = addressLike(isAddress);

/** The same, where the specification has words of its own for a wrong one. */
export const addressSaying = (words: string) => addressLike(isAddress, words);

/** The same, of the web only: a path of this school is none. */
export const webAddress = addressLike((text) => web.test(text));
