import { isSafeUrl, MAX_URL_CHARACTERS } from './addresses.ts';

/** Where a social network keeps the page of a name. */
const profiles = {
  youtube: { home: 'https://www.youtube.com/@', hosts: ['youtube.com', 'youtu.be'] },
  instagram: { home: 'https://www.instagram.com/', hosts: ['instagram.com', 'instagr.am'] },
  facebook: { home: 'https://www.facebook.com/', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
};
export type SocialNetwork = keyof typeof profiles;

interface ReadLinkOptions {
  /** The field is one of this network: '@escola' is its page there. */
  network?: SocialNetwork | undefined;
  /** This school's own host: an address of it becomes a path, which outlives the host's name. */
  ownHost?: string | undefined;
}

/**
 * The address that somebody meant, as the server keeps it: 'www.site.com' is 'https://www.site.com'.
 * A blank text gives ''; null is what no address can be made of.
 */
export function readLink(typed: string, { network, ownHost }: ReadLinkOptions = {}): string | null {
  const text = typed.trim();
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

/** '//site.com' and 'site.com/a' open by https; null is neither an address nor the name of a host. */
export function withTypedScheme(text: string): string | null {
  if (/^https?:\/\//i.test(text)) return text;
  const rest = text.startsWith('//') ? text.slice(2) : text;
  return isHost(rest.slice(0, endOfHost(rest))) ? `https://${rest}` : null;
}

/** Whether an address is of the network that its field is for. */
export function isOfNetwork(address: string, network: SocialNetwork): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return profiles[network].hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** Only after its '@': a word alone may be half an address. */
function profileOf(text: string, network: SocialNetwork): string | null {
  const name = /^@([\p{L}\p{N}_.-]{1,100})$/u.exec(text)?.[1];
  return name ? profiles[network].home + name : null;
}

/** 'loja.exemplo.com' or 'loja.exemplo.com:8080': two names or more, the last one of letters. */
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
  const at = text.search(/[/?#]/);
  return at < 0 ? text.length : at;
}
