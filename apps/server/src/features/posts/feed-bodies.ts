import type { LastComment, Post } from '@vitrine/contract/posts';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import { ownPostFields, reactionFields, withUrls } from './post-json.ts';

// Caches the shared part of posts: text, counts, dates, who likes them and what was said last, by
// the version of the row (docs/decisions/0066). A body names people by their ids. The cache decides
// no access. An answer uses a body only after the reader's own statement has named the post in that
// version.

/** The body of a row `b` of `posts`: all of a post but its people and whether one likes it. */
export const bodyJson = (b: string) =>
  `json_build_object(${ownPostFields(b)}, ${reactionFields(b, (memberId) => memberId)})`;

/** People by their ids, as JSON. Who has left is not among them. */
export type People = ReadonlyMap<string, string>;

/** Completes the post with the reader's own part. It signs the addresses of files each time. */
type Complete = (platform: Platform, people: People, own: string) => string;
interface Body {
  complete: Complete;
  /** The ids of the people in it. */
  people: number[];
}

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

/** The versions of the page's last read that are still cached, and the people in their bodies. */
export function knownBodies(tenantId: number, page: string) {
  const known: string[] = [];
  const people = new Set<number>();
  for (const version of pages.get(`${tenantId} ${page}`) ?? []) {
    const body = keptBody(`${tenantId}.${version}`);
    if (!body) continue;
    known.push(version);
    body.people.forEach((id) => people.add(id));
  }
  return { known, people: [...people] };
}

/** True if the page was read before. Its bodies may have been evicted meanwhile. */
export const isKnownPage = (tenantId: number, page: string) => pages.has(`${tenantId} ${page}`);

export const rememberPage = (tenantId: number, page: string, versions: string[]) =>
  pages.set(`${tenantId} ${page}`, versions);

type StoredPost = Omit<Post, 'author' | 'liked' | 'likers' | 'last_comments'> & {
  likers: number[];
  last_comments: (Omit<LastComment, 'author'> & { author: number | null })[];
};

function bodyOf(json: string): Body {
  const { attachments, likers, last_comments: comments, ...rest } = JSON.parse(json) as StoredPost;
  const begin = JSON.stringify(rest).slice(0, -1);
  const files = (platform: Platform) =>
    attachments.length ? JSON.stringify(withUrls(platform, { attachments }).attachments) : '[]';
  const said = comments.map(({ author, ...comment }) => ({
    author: String(author),
    begin: JSON.stringify(comment).slice(0, -1),
  }));
  const complete: Complete = (platform, people, own) => {
    const liking = likers.flatMap((id) => people.get(String(id)) ?? []);
    const last = said.map((one) => `${one.begin},"author":${people.get(one.author) ?? 'null'}}`);
    return `${begin},"attachments":${files(platform)},"likers":[${liking.join(',')}],"last_comments":[${last.join(',')}],${own}}`;
  };
  const speakers = comments.flatMap(({ author }) => author ?? []);
  return { complete, people: [...new Set([...likers, ...speakers])] };
}
