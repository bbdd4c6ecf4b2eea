import { limits } from '@vitrine/contract/notifications';
import * as z from 'zod/mini';
import { channelAccess, communityAccess, readerCte } from '../../kit/access/community-access.ts';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { entersLive } from '../../kit/access/live-access.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { atMost, pageWindow } from '../../kit/rows/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { notificationRow } from './notification-json.ts';

// A member may have 100,000 notifications. Each statement walks the index from community to
// community, checks the member's access once per community, and reads no further than the page.

/**
 * Number of the newest notifications per community that are read beyond the page. A member who lost
 * a busy channel has thousands of hidden ones. Notifications older than those are not listed
 * either.
 */
const HIDDEN_AT_MOST = 1_000;

const ownRows = 'n.member_id = :memberId::bigint AND n.shown';
const unread = `${ownRows} AND NOT n.read`;

/**
 * For a WITH RECURSIVE: `places`, the communities of the member's notifications. 0 means no
 * community.
 */
const placesOf = (condition: string) => `places (id) AS (
  (SELECT n.community_id FROM notifications n WHERE ${condition} ORDER BY n.community_id LIMIT 1)
  UNION ALL
  SELECT (SELECT n.community_id FROM notifications n
    WHERE ${condition} AND n.community_id > places.id ORDER BY n.community_id LIMIT 1)
  FROM places WHERE places.id IS NOT NULL)`;

/** After `places`: `open_places`, and in `rooms` the channels of these that the member may enter. */
const openPlaces = `open_places AS MATERIALIZED (
    SELECT places.id FROM places WHERE places.id = 0
    UNION ALL
    SELECT c.id FROM places JOIN communities c ON c.id = places.id
    ${communityAccess('c')} WHERE c_access.open),
  rooms AS MATERIALIZED (
    SELECT ARRAY(SELECT ch.id FROM open_places
      JOIN communities c ON c.id = open_places.id
      JOIN channels ch ON ch.community_id = c.id
      ${communityAccess('c')} ${channelAccess('ch', 'c')}
      WHERE ch_access.open) AS ids)`;

/**
 * Looks up one row by key. Without OFFSET, the planner may hash all posts of a school to find the
 * ten of a page.
 */
const exists = (rows: string) => `EXISTS (SELECT FROM ${rows} OFFSET 0)`;

const likedBy = (table: string, column: string, id: string) =>
  exists(`${table} k
    WHERE k.${column} = ${id} AND k.member_id <> n.member_id`);

/** True where the thing of a row `n` in an open place exists and the member may see it. */
const stands = `
  (n.post_id IS NULL OR ${exists(`posts p
    WHERE p.id = n.post_id
      AND p.channel_id = ANY ((SELECT ids FROM rooms)::bigint[])
      AND (p.removed_at IS NOT NULL) = (n.event = 'post_removed')`)})
  AND (n.comment_id IS NULL OR n.event = 'comment_removed' OR ${exists(`post_comments k
    WHERE k.id = n.comment_id AND k.removed_at IS NULL`)})
  AND (n.lesson_comment_id IS NULL OR ${exists(`lesson_comments lc
    JOIN lessons l ON l.id = lc.lesson_id
    WHERE lc.id = n.lesson_comment_id AND lc.removed_at IS NULL
      AND ${opensLesson('l')}`)})
  AND CASE n.event
    WHEN 'post_like' THEN ${likedBy('post_likes', 'post_id', 'n.post_id')}
    WHEN 'comment_like' THEN ${likedBy('post_comment_likes', 'comment_id', 'n.comment_id')}
    WHEN 'doubt_like' THEN ${likedBy('lesson_comment_likes', 'comment_id', 'n.lesson_comment_id')}
    WHEN 'silenced' THEN ${exists(`community_silences q
      WHERE q.community_id = n.community_id
        AND q.member_id = n.member_id AND (q.until IS NULL OR q.until > now())`)}
    WHEN 'points' THEN ${exists(`point_entries e
      WHERE e.id = n.thing_id`)}
    WHEN 'reward' THEN ${exists(`reward_earnings e
      WHERE e.member_id = n.member_id AND e.reward_id = n.thing_id`)}
    WHEN 'level' THEN ${exists('levels v WHERE v.id = n.thing_id')}
    WHEN 'live' THEN ${exists(`lives l
      WHERE l.id = n.thing_id AND ${entersLive}`)}
    ELSE true END`;

/** A member without any, as nearly always, needs no count. */
export const hasUnread = `EXISTS (SELECT FROM notifications n WHERE ${unread})`;

// Counting unread ones ----------------------------------------------------------------------------

/** Counts to `limits.counted` and no further. */
export const unreadTotal = viewerQuery({
  name: 'notifications.total',
  sql: `WITH RECURSIVE ${readerCte}, ${placesOf(unread)}, ${openPlaces}
    SELECT least(coalesce(sum(here.count), 0), ${limits.counted})::integer AS total
    FROM open_places CROSS JOIN LATERAL (
      SELECT count(*) AS count FROM (
        SELECT FROM (
          SELECT * FROM notifications n WHERE ${unread} AND n.community_id = open_places.id
          ORDER BY n.id DESC LIMIT ${limits.counted + HIDDEN_AT_MOST}) AS n
        WHERE ${stands} LIMIT ${limits.counted}) AS counted) AS here`,
  row: z.object({ total: z.number() }),
});

// The list -----------------------------------------------------------------------------------------

/** The latest member who still likes it. */
const likerOf = (table: string, column: string, id: string) => `(
  SELECT k.member_id FROM ${table} k
  WHERE k.${column} = ${id} AND k.member_id <> n.member_id
    AND (k.member_id = n.actor_id OR NOT EXISTS (SELECT FROM ${table} last
      WHERE last.${column} = ${id} AND last.member_id = n.actor_id))
  ORDER BY k.created_at DESC LIMIT 1)`;

const ownLike = (table: string, column: string, id: string) => `(CASE WHEN EXISTS (
  SELECT FROM ${table} own WHERE own.${column} = ${id}
    AND own.member_id = n.member_id) THEN 1 ELSE 0 END)`;

/**
 * Maximum length of HTML to take a quote from. A post without a title is named by its first words.
 */
const QUOTED_HTML = 4 * limits.quote + 400;

const fields = `
  n.id, n.event, n.read, n.community_id, n.post_id, n.thing_id, n.comment_id, n.lesson_comment_id,
  ${isoUtc('n.at')} AS created_at,
  (SELECT json_build_object('name', m.name, 'photo_url', m.photo_url) FROM members m
   WHERE m.erase_at IS NULL AND m.id = CASE n.event
     WHEN 'post_like' THEN ${likerOf('post_likes', 'post_id', 'n.post_id')}
     WHEN 'comment_like' THEN ${likerOf('post_comment_likes', 'comment_id', 'n.comment_id')}
     WHEN 'doubt_like' THEN ${likerOf('lesson_comment_likes', 'comment_id', 'n.lesson_comment_id')}
     ELSE n.actor_id END) AS "user",
  greatest(CASE n.event
    WHEN 'post_like' THEN p.likes - 1 - ${ownLike('post_likes', 'post_id', 'n.post_id')}
    WHEN 'comment_like' THEN
      k.likes - 1 - ${ownLike('post_comment_likes', 'comment_id', 'n.comment_id')}
    WHEN 'doubt_like' THEN (SELECT count(*) FROM lesson_comment_likes every
      WHERE every.comment_id = n.lesson_comment_id
        AND every.member_id <> n.member_id)::integer - 1
    ELSE 0 END, 0) AS others,
  coalesce(l.title, rw.name, v.name, lv.title, p.title, '') AS title,
  coalesce(c.title, '') AS place,
  left(coalesce(p.content, ''), ${QUOTED_HTML}) AS post_html,
  CASE n.event
    WHEN 'post_removed' THEN coalesce(p.removed_reason, '')
    WHEN 'silenced' THEN coalesce(q.reason, '')
    WHEN 'points' THEN e.note
    ELSE '' END AS reason,
  left(coalesce(k.content, lc.content, ''), ${QUOTED_HTML}) AS quoted_html,
  e.points, ${isoUtc('coalesce(q.until, lv.starts_at)')} AS until, l.id AS lesson_id, l.course_id`;

/** The things that a row `n` refers to. */
const things = `
  LEFT JOIN posts p ON p.id = n.post_id
  LEFT JOIN post_comments k ON k.id = n.comment_id
  LEFT JOIN communities c ON c.id = n.community_id
  LEFT JOIN lesson_comments lc ON lc.id = n.lesson_comment_id
  LEFT JOIN lessons l ON l.id = lc.lesson_id
  LEFT JOIN point_entries e ON n.event = 'points' AND e.id = n.thing_id
  LEFT JOIN rewards rw ON n.event = 'reward' AND rw.id = n.thing_id
  LEFT JOIN levels v ON n.event = 'level' AND v.id = n.thing_id
  LEFT JOIN lives lv ON n.event = 'live' AND lv.id = n.thing_id
  LEFT JOIN community_silences q ON n.event = 'silenced'
    AND q.community_id = n.community_id AND q.member_id = n.member_id`;

const page = statement({
  name: 'notifications.page',
  sql: `WITH RECURSIVE ${readerCte}, ${placesOf(ownRows)}, ${openPlaces},
    found AS MATERIALIZED (${atMost(
      limits.largestPage + 1,
      `SELECT it.* FROM open_places CROSS JOIN LATERAL (
        SELECT n.* FROM (
          SELECT * FROM notifications n WHERE ${ownRows} AND n.community_id = open_places.id
          ORDER BY n.at DESC, n.id DESC
          LIMIT :offset::bigint + :limit::bigint + ${HIDDEN_AT_MOST}) AS n
        WHERE ${stands}
        ORDER BY n.at DESC, n.id DESC LIMIT :offset::bigint + :limit::bigint) AS it
      ORDER BY it.at DESC, it.id DESC OFFSET :offset::bigint LIMIT :limit::bigint`,
    )})
    SELECT ${fields} FROM found n ${things} ORDER BY n.at DESC, n.id DESC`,
  row: notificationRow,
});

/** Reads one page, newest first, and one row more, which tells whether there is a next page. */
export const listNotifications = (
  reader: TenantReader,
  viewer: CourseViewer,
  { page: number, paginate }: { page: number; paginate: number },
) => reader.run(page, { ...viewerValues(viewer), ...pageWindow(number, paginate) });

const chosen = `n.member_id = :memberId::bigint
  AND n.id = ANY (:ids::bigint[])`;

const toDeliver = statement({
  name: 'notifications.to-deliver',
  sql: `WITH RECURSIVE ${readerCte}, ${placesOf(chosen)}, ${openPlaces}
    SELECT ${fields} FROM notifications n ${things}
    WHERE ${chosen} AND n.community_id IN (SELECT open_places.id FROM open_places) AND ${stands}
    ORDER BY n.at DESC, n.id DESC`,
  row: notificationRow,
});

/** Reads those of these notifications that the member may still see, newest first: to mail or push. */
export const readToDeliver = (reader: TenantReader, viewer: CourseViewer, ids: number[]) =>
  reader.run(toDeliver, { ...viewerValues(viewer), ids });
