import type { Post } from '@vitrine/contract/posts';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import { ownPostFields, withUrls } from './post-json.ts';

// Caches the shared part of posts: text, counts and dates, by the version of the row
// (docs/decisions/0066). The cache decides no access. An answer uses a body only after the reader's
// own statement has named the post in that version.

/** The body of a row `b` of `posts`: all of a post but its author and whether one likes it. */
export const bodyJson = (b: string) => `json_build_object(${ownPostFields(b)})`;

/** Completes the post with the reader's own part. It signs the addresses of files each time. */
type Body = (platform: Platform, own: string) => string;

const MAX_BYTES = 32 * 2 ** 20;
const MAX_PAGES = 5_000;

const bodies = new LRUCache<string, { body: Body; bytes: number }>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
});
/** The versions on a page, as it was read last. */
const pages = new LRUCache<string, string[]>({ max: MAX_PAGES });

export const keptBody = (name: string): Body | undefined => bodies.get(name)?.body;

export function keepBody(name: string, json: string): Body {
  const body = bodyOf(json);
  bodies.set(name, { body, bytes: name.length + 2 * json.length });
  return body;
}

/** The versions of the page's last read that are still cached. */
export const knownBodies = (tenantId: number, page: string): string[] =>
  (pages.get(`${tenantId} ${page}`) ?? []).filter((version) =>
    bodies.has(`${tenantId}.${version}`),
  );

export const rememberPage = (tenantId: number, page: string, versions: string[]) =>
  pages.set(`${tenantId} ${page}`, versions);

function bodyOf(json: string): Body {
  const { attachments, ...rest } = JSON.parse(json) as Omit<Post, 'author' | 'liked'>;
  const begin = JSON.stringify(rest).slice(0, -1);
  if (!attachments.length) return (_platform, own) => `${begin},"attachments":[],${own}}`;
  return (platform, own) => {
    const signed = withUrls(platform, { attachments }).attachments;
    return `${begin},"attachments":${JSON.stringify(signed)},${own}}`;
  };
}
