import { limits, type Post } from '@vitrine/contract/posts';
import { fileUrl } from '../../kit/files/store-files.ts';
import { authorJson, personOfJson } from '../../kit/person-json.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import type { Platform } from '../../platform/platform.ts';
import { useOf, type StoredAttachment } from './post-attachments.ts';

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

/** A long comment is cut to its first words: they hold no tags and no entities. */
const shortContent = (c: string) => `CASE WHEN length(${c}.content) <= 1000 THEN ${c}.content
  ELSE left(search_text_of(${c}.content), 300) || '…' END`;

/**
 * The latest who like a post, and its last comments, the same for every reader. `person` turns the
 * id of a member into SQL for their JSON.
 */
export const reactionFields = (p: string, person: (memberId: string) => string) => `
  'likers', CASE WHEN ${p}.likes = 0 THEN '[]' ELSE (
    SELECT coalesce(json_agg(who.person ORDER BY who.created_at DESC, who.member_id)
      FILTER (WHERE who.person IS NOT NULL), '[]')
    FROM (SELECT k.created_at, k.member_id, ${person('k.member_id')} AS person FROM post_likes k
      WHERE k.post_id = ${p}.id
      ORDER BY k.created_at DESC, k.member_id LIMIT ${limits.likersShown}) AS who) END,
  'last_comments', CASE WHEN ${p}.comments = 0 THEN '[]' ELSE (
    SELECT coalesce(json_agg(json_build_object('id', said.id, 'content', ${shortContent('said')},
      'author', ${person('said.member_id')}, 'created_at', ${isoUtc('said.created_at')})
      ORDER BY said.id), '[]')
    FROM (SELECT c.id, c.content, c.member_id, c.created_at FROM post_comments c
      WHERE c.post_id = ${p}.id AND c.parent_id IS NULL AND c.removed_at IS NULL
      ORDER BY c.id DESC LIMIT ${limits.commentsShown}) AS said) END`;

/** A post whose attachments have no addresses yet: `withUrls` signs them. */
export type PostWithoutUrls = Omit<Post, 'attachments'> & { attachments: StoredAttachment[] };

/** A post `p` as JSON. `withUrls` adds the addresses of its attachments. */
export const postJson = `json_build_object(${ownPostFields('p')},
  ${reactionFields('p', personOfJson)},
  'author', ${authorJson('p.member_id')}, 'liked', EXISTS (SELECT FROM post_likes k
    WHERE k.post_id = p.id AND k.member_id = :memberId))`;

/** A new post as JSON. It has no likes and no comments. */
export const newPostJson = `json_build_object(${ownPostFields('p')},
  'likers', '[]'::json, 'last_comments', '[]'::json,
  'author', ${authorJson('p.member_id')}, 'liked', false)`;

const ownFields = (c: string) => `
  'id', ${c}.id, 'post_id', ${c}.post_id, 'parent_id', ${c}.parent_id, 'content', ${c}.content,
  'author', ${authorJson(`${c}.member_id`)}, 'likes', ${c}.likes,
  'removed', ${c}.removed_at IS NOT NULL,
  'created_at', ${isoUtc(`${c}.created_at`)}, 'edited_at', ${isoUtc(`${c}.edited_at`)}`;

const textFields = (c: string) => `${ownFields(c)},
  'liked', EXISTS (SELECT FROM post_comment_likes k
    WHERE k.comment_id = ${c}.id AND k.member_id = :memberId)`;

const replies = `SELECT every.* FROM post_comments every
  WHERE every.parent_id = c.id`;

/**
 * A comment `c` with its first replies. The reply with the id `linked`, an SQL expression, is
 * always included.
 */
export const commentJson = (repliesShown: number = limits.repliesShown, linked?: string) =>
  `json_build_object(${textFields('c')}, 'replies_count', c.replies, 'replies', (
    SELECT coalesce(json_agg(json_build_object(${textFields('r')}) ORDER BY r.id), '[]')
    FROM ((${replies} ORDER BY every.id LIMIT ${repliesShown})
      ${linked ? `UNION (${replies} AND every.id = ${linked})` : ''}) AS r))`;

/** A comment `c` that was added just now: nobody has liked or answered it. */
export const newCommentJson = `json_build_object(${ownFields('c')}, 'liked', false,
  'replies_count', 0, 'replies', '[]'::json)`;

/**
 * Signs the addresses of the attachments. The caller has checked that the viewer may read the post.
 * With the post's `id` they work as long as its readers keep the page open.
 */
export const withUrls = <Thing extends { attachments: StoredAttachment[]; id?: number }>(
  platform: Platform,
  thing: Thing,
) => ({
  ...thing,
  attachments: thing.attachments.map((one) => ({
    ...one,
    url: fileUrl(platform, one.path, useOf(one.kind), thing.id),
  })),
});
