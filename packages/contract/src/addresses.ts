import * as z from 'zod/mini';
import { messages } from './messages.ts';

export const MAX_URL_CHARACTERS = 2000;

const web = /^https?:\/\/[^\s\\<>"'/][^\s\\<>"]*$/i;
const ownPath = /^\/(?![/\\])[^\s\\<>"]*$/;

/** A browser opens it: a host such as `50%.com` is none, and a port ends at 65535. */
const isWeb = (text: string) => web.test(text) && URL.canParse(text);

/** What a person may type as an address: the web, or a path of this school (contract, Everywhere). */
export const isSafeUrl = (text: string) => isWeb(text) || ownPath.test(text);

const urlFieldOf = (accepted: (text: string) => boolean, words: string = messages.invalidLink) =>
  z.pipe(
    z.nullable(
      z.string(words).check(
        z.trim(),
        z.maxLength(MAX_URL_CHARACTERS, words),
        z.refine((text: string) => text === '' || accepted(text), words),
      ),
    ),
    z.transform((text) => text || null),
  );

/** An address that may be left out: blank or null is none. */
export const urlField = urlFieldOf(isSafeUrl);

/** The same, where the specification has words of its own for a wrong one. */
export const urlFieldWithMessage = (words: string) => urlFieldOf(isSafeUrl, words);

/** The same, of the web only: a path of this school is none. */
export const webUrlField = urlFieldOf(isWeb);
