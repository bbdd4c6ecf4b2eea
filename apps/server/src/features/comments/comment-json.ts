import { limits } from '@vitrine/contract/comments';
import { shownLevelJson } from '../../kit/level-json.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';

// SQL expressions for a comment as its reader sees it. `:memberId` is the reader.

/** Arguments for json_build_object: the fields of a row of `lesson_comments` and its likes. */
const fields = (c: string) => `
  'id', ${c}.id, 'lesson_id', ${c}.lesson_id, 'parent_id', ${c}.parent_id,
  'content', ${c}.content, 'removed', ${c}.removed_at IS NOT NULL, 'seconds', ${c}.seconds,
  'created_at', ${isoUtc(`${c}.created_at`)}, 'edited_at', ${isoUtc(`${c}.edited_at`)},
  'author', (
    SELECT json_build_object('id', m.id, 'name', m.name, 'photo_url', m.photo_url,
                             'staff', is_staff(m.roles), 'level', ${shownLevelJson('m')})
    FROM members m WHERE m.id = ${c}.member_id
      AND m.erase_at IS NULL),
  'likes', (SELECT count(*) FROM lesson_comment_likes k
            WHERE k.comment_id = ${c}.id),
  'liked', EXISTS (SELECT FROM lesson_comment_likes k
                   WHERE k.comment_id = ${c}.id AND k.member_id = :memberId)`;

const replies = `SELECT every.* FROM lesson_comments every
  WHERE every.parent_id = c.id`;

/**
 * A comment `c` with the number of its replies and the first of them. The reply with the id
 * `linked`, an SQL expression, is always included.
 */
export const commentJson = (linked?: string) => `json_build_object(${fields('c')},
  'replies_count', (SELECT count(*) FROM lesson_comments every
                    WHERE every.parent_id = c.id),
  'replies', (
    SELECT coalesce(json_agg(json_build_object(${fields('r')}) ORDER BY r.id), '[]')
    FROM ((${replies} ORDER BY every.id LIMIT ${limits.repliesShown})
      ${linked ? `UNION (${replies} AND every.id = ${linked})` : ''}) AS r))`;
