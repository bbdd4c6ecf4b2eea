import type { LastComment } from '@vitrine/contract/posts';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import type { Person } from './feed-people.ts';
import { ownPostFields, reactionFields, withUrls, type PostWithoutUrls } from './post-json.ts';

// Caches the shared part of posts: text, counts, dates, author, likers and last comments. Its key
// is the version of the row (docs/decisions/0066). A body names people by their ids. The cache
// decides no access. An answer uses a body only after the reader's own statement has named the post
// in that version.

/** The body of a row `b` of `posts`: all of a post but its people and whether one likes it. */
export const bodyJson = (b: string) =>
  `json_build_object(${ownPostFields(b)}, ${reactionFields(b, (memberId) => memberId)},
    'author', ${b}.member_id)`;

/** The people of a page. */
export interface People {
  version: number;
  /** Undefined where nobody has read the person at this version. */
  find(id: number): Person | undefined;
  /** The level of an author as JSON. Undefined where nobody has read the author at this version. */
  levelOf(id: number): string | undefined;
}

interface Body {
  /** The ids of the people in it. */
  people: number[];
  /** The post as JSON, but for the last `}`. Null where a person was not read. */
  complete(platform: Platform, people: People): string | null;
}

const MAX_BYTES = 32 * 2 ** 20;
const MAX_PAGES = 5_000;
/** Estimated bytes of a person in a completed body. */
const PERSON_BYTES = 300;

const bodies = new LRUCache<string, { body: Body; bytes: number }>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
});
/** The versions on a page, as it was read last. */
const pages = new LRUCache<string, string[]>({ max: MAX_PAGES });

/**
 * Undefined where this server has never read the body, or has evicted it. `name` is school, id and
 * version.
 */
export const cachedBody = (name: string): Body | undefined => bodies.get(name)?.body;

/** Caches the body `json`, a row of `bodyJson`, and evicts what was used longest ago. */
export function cacheBody(name: string, json: string): Body {
  const body = bodyOf(json);
  const bytes = name.length + 2 * json.length + PERSON_BYTES * body.people.length;
  bodies.set(name, { body, bytes });
  return body;
}

/** The versions of the page's last read that are still cached, and the people in their bodies. */
export function cachedVersionsOf(tenantId: number, page: string) {
  const cachedVersions: string[] = [];
  const people = new Set<number>();
  for (const version of pages.get(`${tenantId} ${page}`) ?? []) {
    const body = cachedBody(`${tenantId}.${version}`);
    if (!body) continue;
    cachedVersions.push(version);
    body.people.forEach((id) => people.add(id));
  }
  return { cachedVersions, people: [...people] };
}

/** True if the page was read before. Its bodies may have been evicted meanwhile. */
export const isCachedPage = (tenantId: number, page: string) => pages.has(`${tenantId} ${page}`);

/** Caches the versions on a page, so that its next read brings none of them. */
export const cachePage = (tenantId: number, page: string, versions: string[]) =>
  pages.set(`${tenantId} ${page}`, versions);

/** A row of `bodyJson`. */
type PostBody = Omit<PostWithoutUrls, 'author' | 'liked' | 'likers' | 'last_comments'> & {
  author: number | null;
  likers: number[];
  last_comments: (Omit<LastComment, 'author'> & { author: number | null })[];
};

function bodyOf(json: string): Body {
  const post = JSON.parse(json) as PostBody;
  const { author, attachments, likers, last_comments: comments, ...rest } = post;
  const begin = JSON.stringify(rest).slice(0, -1);
  const files = (platform: Platform) =>
    attachments.length
      ? JSON.stringify(withUrls(platform, { id: post.id, attachments }).attachments)
      : '[]';
  const commenters = comments.flatMap((comment) => comment.author ?? []);
  const ids = [...new Set([...(author === null ? [] : [author]), ...likers, ...commenters])];

  const reactions = ({ find }: People, level: string) => {
    const jsonOf = (id: number | null) => (id === null ? null : find(id)?.json) ?? 'null';
    const liking = likers.flatMap((id) => find(id)?.json ?? []);
    const commentTexts = comments.map(
      (comment) =>
        `${JSON.stringify({ ...comment, author: undefined }).slice(0, -1)},"author":${jsonOf(comment.author)}}`,
    );
    const writer = author === null ? null : find(author);
    const wrote = writer
      ? `${writer.json.slice(0, -1)},"staff":${writer.staff},"level":${level}}`
      : 'null';
    return `"likers":[${liking.join(',')}],"last_comments":[${commentTexts.join(',')}],"author":${wrote}`;
  };
  /**
   * The last completed text. Readers of one version get the same one, signed addresses excepted.
   */
  let last: { version: number; level: string; text: string } | undefined;
  const complete: Body['complete'] = (platform, people) => {
    const level = author === null ? 'null' : people.levelOf(author);
    if (level === undefined) return null;
    if (last?.version !== people.version || last.level !== level) {
      if (ids.some((id) => people.find(id) === undefined)) return null;
      last = { version: people.version, level, text: reactions(people, level) };
    }
    return `${begin},"attachments":${files(platform)},${last.text}`;
  };
  return { complete, people: ids };
}
