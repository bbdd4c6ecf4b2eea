import * as z from 'zod/mini';
import { messages } from './messages.ts';

/** Ours: maximum length of a stored address, of a link, an image or a video. */
export const MAX_URL_CHARACTERS = 2000;

const web = /^https?:\/\/[^\s\\<>"'/][^\s\\<>"]*$/i;
const ownPath = /^\/(?![/\\])[^\s\\<>"]*$/;

/** Matches only what a browser can open. `50%.com` is no host, and a port is at most 65535. */
const isWeb = (text: string) => web.test(text) && URL.canParse(text);

/**
 * Whether a person may type this address: a web address or a path of this school (contract,
 * Everywhere).
 */
export const isSafeUrl = (text: string) => isWeb(text) || ownPath.test(text);

/**
 * Whether a text is an address without its scheme: a host or a path of this school. Only a host may
 * stand before a colon, and only a port after it. Other schemes (`javascript:1/…`, `tel:11…`) would
 * run on a click, or open nothing.
 */
export function isBareUrl(text: string) {
  if (text.startsWith('/')) return isSafeUrl(text);
  const [host = ''] = text.split(/[/?#]/, 1);
  const isPlain = !host.includes(':');
  const hasPort = /^(?:localhost|[^:@.]+(?:\.[^:@.]+)+):\d{1,5}$/i.test(host);
  return (isPlain || hasPort) && isSafeUrl(`https://${text}`);
}

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

/** An optional address. Blank or null means none. */
export const urlField = urlFieldOf(isSafeUrl);

/** An address field with the specification's own error text. */
export const urlFieldWithMessage = (words: string) => urlFieldOf(isSafeUrl, words);

/** A web address field. It refuses paths of this school. */
export const webUrlField = urlFieldOf(isWeb);
