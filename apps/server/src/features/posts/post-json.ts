import { limits, type Attachment, type Post } from '@vitrine/contract/posts';
import type { FileUse } from '@vitrine/contract/uploads';
import { authorJson } from '../../kit/author-json.ts';
import { isoUtc } from '../../kit/iso-utc.ts';
import { fileUrl } from '../../kit/store-files.ts';
import type { Platform } from '../../platform/platform.ts';

// SQL expressions for posts and comments as their reader sees them. `:memberId` is the reader.

/** The fields of a row of `posts`, the same for every reader. */
export const ownPostFields = (p: string) => `
  'id', ${p}.id, 'community_id', ${p}.community_id, 'channel_id', ${p}.channel_id,
  'title', ${p}.title, 'content', ${p}.content, 'likes', ${p}.likes, 'comments', ${p}.comments,
  'pinned', ${p}.pinned_at IS NOT NULL, 'comments_closed', ${p}.comments_closed,
  'attachments', ${p}.attachments, 'embed', ${p}.embed,
  'created_at', ${isoUtc(`${p}.created_at`)}, 'edited_at', ${isoUtc(`${p}.edited_at`)},
  'removed', CASE WHEN ${p}.removed_at IS NOT NULL THEN json_build_object(
    'at', ${isoUtc(`${p}.removed_at`)}, 'reason', coalesce(${p}.removed_reason, '')) END`;

/** A post `p` as JSON. `withUrls` adds the addresses of its attachments. */
export const postJson = `json_build_object(${ownPostFields('p')},
  'author', ${authorJson('p.member_id')}, 'liked', EXISTS (SELECT FROM post_likes k
    WHERE k.post_id = p.id AND k.member_id = :memberId))`;

/** A new post as JSON. It has no likes. */
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
 * A comment `c` with its first replies. The reply with the id `linked`, an SQL expression, is
 * always included.
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

/**
 * Signs the addresses of the attachments. The caller has checked that the viewer may read the post.
 */
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
