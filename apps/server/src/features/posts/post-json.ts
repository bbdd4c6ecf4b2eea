import { limits, type Attachment, type Post } from '@vitrine/contract/posts';
import type { FileUse } from '@vitrine/contract/uploads';
import { authorJson } from '../../kit/author-json.ts';
import { isoUtc } from '../../kit/iso-utc.ts';
import { fileUrl } from '../../kit/store-files.ts';
import type { Platform } from '../../platform/platform.ts';

// Posts and comments as a reader sees them, in SQL; `:memberId` is the reader.

/** What a row of `posts` says itself: the same for every reader. */
export const ownPostFields = (p: string) => `
  'id', ${p}.id, 'community_id', ${p}.community_id, 'channel_id', ${p}.channel_id,
  'title', ${p}.title, 'content', ${p}.content, 'likes', ${p}.likes, 'comments', ${p}.comments,
  'pinned', ${p}.pinned_at IS NOT NULL, 'comments_closed', ${p}.comments_closed,
  'attachments', ${p}.attachments, 'embed', ${p}.embed,
  'created_at', ${isoUtc(`${p}.created_at`)}, 'edited_at', ${isoUtc(`${p}.edited_at`)},
  'removed', CASE WHEN ${p}.removed_at IS NOT NULL THEN json_build_object(
    'at', ${isoUtc(`${p}.removed_at`)}, 'reason', coalesce(${p}.removed_reason, '')) END`;

/** A post `p`. Its attachments still lack their addresses: see `withUrls`. */
export const postJson = `json_build_object(${ownPostFields('p')},
  'author', ${authorJson('p.member_id')}, 'liked', EXISTS (SELECT FROM post_likes k
    WHERE k.post_id = p.id AND k.member_id = :memberId))`;

/** The same of a post that was added just now: nobody has liked it. */
export const newPostJson = `json_build_object(${ownPostFields('p')},
  'author', ${authorJson('p.member_id')}, 'liked', false)`;

const ownFields = (c: string) => `
  'id', ${c}.id, 'post_id', ${c}.post_id, 'parent_id', ${c}.parent_id, 'content', ${c}.content,
  'author', ${authorJson(`${c}.member_id`)}, 'likes', ${c}.likes,
  'removed', ${c}.removed_at IS NOT NULL,
  'created_at', ${isoUtc(`${c}.created_at`)}, 'edited_at', ${isoUtc(`${c}.edited_at`)}`;

const said = (c: string) => `${ownFields(c)},
  'liked', EXISTS (SELECT FROM post_comment_likes k
    WHERE k.comment_id = ${c}.id AND k.member_id = :memberId)`;

const replies = `SELECT every.* FROM post_comments every
  WHERE every.parent_id = c.id`;

/**
 * A comment `c` with its first replies. The reply `linked`, an SQL expression, comes along wherever
 * it stands.
 */
export const commentJson = (repliesShown: number = limits.repliesShown, linked?: string) =>
  `json_build_object(${said('c')}, 'replies_count', c.replies, 'replies', (
    SELECT coalesce(json_agg(json_build_object(${said('r')}) ORDER BY r.id), '[]')
    FROM ((${replies} ORDER BY every.id LIMIT ${repliesShown})
      ${linked ? `UNION (${replies} AND every.id = ${linked})` : ''}) AS r))`;

/** A comment `c` that was added just now: nobody has liked or answered it. */
export const newCommentJson = `json_build_object(${ownFields('c')}, 'liked', false,
  'replies_count', 0, 'replies', '[]'::json)`;

const useOf = {
  image: 'post_image',
  video: 'post_video',
  file: 'post_file',
} as const satisfies Record<Attachment['kind'], FileUse>;

/** Signs the addresses of the attachments: only who may read the post gets them. */
export const withUrls = <Thing extends Pick<Post, 'attachments'>>(
  platform: Platform,
  thing: Thing,
) => ({
  ...thing,
  attachments: thing.attachments.map((one) => ({
    ...one,
    url: fileUrl(platform, one.path, useOf[one.kind]),
  })),
});
