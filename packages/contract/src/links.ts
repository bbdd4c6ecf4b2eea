import { isSafeUrl, MAX_URL_CHARACTERS } from './addresses.ts';

/** The profile pages of the social networks. */
const profiles = {
  youtube: { home: 'https://www.youtube.com/@', hosts: ['youtube.com', 'youtu.be'] },
  instagram: { home: 'https://www.instagram.com/', hosts: ['instagram.com', 'instagr.am'] },
  facebook: { home: 'https://www.facebook.com/', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
};
/** A network whose profile the footer can link. */
export type SocialNetwork = keyof typeof profiles;

interface ReadLinkOptions {
  /** The network of the field: the field turns '@escola' into the profile's address. */
  network?: SocialNetwork | undefined;
  /**
   * This school's host. The form turns its addresses into paths, which stay valid when the host
   * changes.
   */
  ownHost?: string | undefined;
}

/**
 * Turns typed text into the address that the server stores: 'www.site.com' gives
 * 'https://www.site.com'. A blank text gives ''. Null means that the text is no address.
 */
export function readLink(input: string, { network, ownHost }: ReadLinkOptions = {}): string | null {
  const text = input.trim();
  if (!text) return '';
  if (text.length > MAX_URL_CHARACTERS) return null;
  const profile = network && profileOf(text, network);
  if (profile) return profile;
  if (text.startsWith('/') && !text.startsWith('//'))
    return !network && isSafeUrl(text) ? text : null;
  const address = withTypedScheme(text);
  if (!address || !isSafeUrl(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!network && ownHost && url.host === ownHost) return url.pathname + url.search + url.hash;
  return address;
}

/** Adds https to '//site.com' and 'site.com/a'. Null means neither an address nor a host name. */
export function withTypedScheme(text: string): string | null {
  if (/^https?:\/\//i.test(text)) return text;
  const withoutSlashes = text.startsWith('//') ? text.slice(2) : text;
  return isHost(withoutSlashes.slice(0, endOfHost(withoutSlashes)))
    ? `https://${withoutSlashes}`
    : null;
}

/** Whether an address belongs to the network of its field. */
export function isOfNetwork(address: string, network: SocialNetwork): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return profiles[network].hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Requires the '@': a word alone may be an address that is not finished. */
function profileOf(text: string, network: SocialNetwork): string | null {
  const name = /^@([\p{L}\p{N}_.-]{1,100})$/u.exec(text)?.[1];
  return name ? profiles[network].home + name : null;
}

/**
 * Accepts 'loja.exemplo.com' and 'loja.exemplo.com:8080': at least two labels, the last one of
 * letters.
 */
function isHost(text: string): boolean {
  const [name = '', port, ...more] = text.split(':');
  if (more.length || (port !== undefined && !/^\d{1,5}$/.test(port))) return false;
  const labels = name.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label)) &&
    /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(labels.at(-1)!)
  );
}

function endOfHost(text: string): number {
  const end = text.search(/[/?#]/);
  return end < 0 ? text.length : end;
}
