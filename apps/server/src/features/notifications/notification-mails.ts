import { DAY_MS, MINUTE_MS } from '@vitrine/contract/durations';
import { languageOrDefault, type Language } from '@vitrine/contract/languages';
import type { SkipReason } from '@vitrine/contract/mails';
import { sentenceOf } from '@vitrine/contract/notification-sentences';
import {
  limits,
  preferenceOfEvent,
  type Notification,
  type NotificationEvent,
  type PreferenceKind,
} from '@vitrine/contract/notifications';
import { isStaffRole, type Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import { mailSchoolColumn } from '../../kit/mail-school.ts';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import { bulkPriority, enqueue, task } from '../../platform/jobs.ts';
import type { MailSchool } from '../../platform/mail-page.ts';
import { sendMail } from '../../platform/mail.ts';
import { lessonToContinue, type LessonToContinue } from './lesson-to-continue.ts';
import { notificationJson } from './notification-json.ts';
import { notificationMail, sentenceHtml, wording } from './notification-mail-page.ts';
import { readToDeliver } from './notifications.reader.ts';
import { receiverTexts } from './receiver-texts.ts';

/** The member's time zone. No mail is sent from 22 to 8 o'clock there. */
const zone = sql<string>`coalesce((SELECT own.time_zone FROM members own
  WHERE own.id = np.member_id), np.time_zone)`;
const isAwake = sql<boolean>`extract(hour FROM now() AT TIME ZONE ${zone}) BETWEEN 8 AND 21`;

const waits = sql<boolean>`EXISTS (SELECT FROM notifications n
  WHERE n.member_id = np.member_id AND n.by_email AND n.mailed_at IS NULL)`;

const MEMBERS_PER_TURN = 100;
const QUIET_MS = 15 * MINUTE_MS;

/** Tries for the mails of a member, as many as a mail server gets for a mail. */
const MAX_TRIES = 8;

/**
 * One transaction per member marks the notifications and puts the mails in the outbox. A member whose
 * mail fails keeps nobody else waiting: the job fails at its end, and tries that member again, up to
 * `MAX_TRIES`.
 */
task('mail-notifications', async ({ tenantId, database, signal }) => {
  const errors: unknown[] = [];
  let after = 0;
  for (;;) {
    const members = await membersOutsideQuietHours(database, tenantId, after);
    for (const id of members) {
      signal.throwIfAborted();
      await database
        .transaction(tenantId, (tx) => mailMember(tx, id))
        .catch(async (error: unknown) => {
          errors.push(error);
          await database.transaction(tenantId, (tx) => recordFailedTry(tx, id));
        })
        .catch((error: unknown) => errors.push(error));
    }
    if (members.length < MEMBERS_PER_TURN) break;
    after = members.at(-1)!;
  }
  await database.transaction(tenantId, retryAfterQuietHours);
  if (errors.length) throw errors[0];
});

const membersOutsideQuietHours = (database: Database, tenantId: number, after: number) =>
  database.transaction(tenantId, async ({ db }) => {
    const { rows } = await sql<{ member_id: number }>`
      SELECT np.member_id FROM notification_preferences np
      WHERE np.member_id > ${after} AND ${isAwake} AND ${waits}
      ORDER BY np.member_id LIMIT ${MEMBERS_PER_TURN}`.execute(db);
    return rows.map(({ member_id }) => member_id);
  });

/**
 * Counts a failed try. After the last one these notifications get no mail, and the list of mails says
 * so. The next notification begins anew.
 */
async function recordFailedTry({ db }: TenantTransaction, memberId: number) {
  const { rows } = await sql<{ was_last: boolean }>`
    UPDATE notification_preferences SET mail_tries = (mail_tries + 1) % ${MAX_TRIES}
    WHERE member_id = ${memberId} RETURNING mail_tries = 0 AS was_last`.execute(db);
  if (!rows[0]?.was_last) return;
  await sql`
    WITH given_up AS (
      UPDATE notifications SET mailed_at = now()
      WHERE member_id = ${memberId} AND by_email AND mailed_at IS NULL RETURNING id)
    INSERT INTO mails (kind, state, member_id, recipient, subject, html, plain, notices)
    SELECT 'notification', 'failed', m.id, m.email, '', '', '', (SELECT count(*) FROM given_up)
    FROM members m WHERE m.id = ${memberId} AND m.erase_at IS NULL`.execute(db);
}

const HELD_PER_TURN = 1_000;

/**
 * Tries again in a quarter of an hour if a receiver has quiet hours, or a mail failed. Until then the
 * list of mails shows which mails wait for the morning.
 */
async function retryAfterQuietHours(tx: TenantTransaction) {
  const { rows } = await sql<{ waiting: boolean }>`
    SELECT EXISTS (SELECT FROM notification_preferences np WHERE ${waits}) AS waiting`.execute(
    tx.db,
  );
  await showHeld(tx);
  if (!rows[0]?.waiting) return;
  await enqueue(
    tx,
    'mail-notifications',
    {},
    { key: 'notification-mails:quiet', delayMs: QUIET_MS, priority: bulkPriority(0) },
  );
}

/** Releases held notifications in bounded turns. The next run takes the rest. */
async function showHeld({ db }: TenantTransaction) {
  await sql`
    DELETE FROM mails h WHERE h.state = 'held' AND NOT EXISTS (
      SELECT FROM notification_preferences np
      JOIN members m ON m.id = np.member_id AND m.erase_at IS NULL
      WHERE np.member_id = h.member_id AND NOT ${isAwake} AND ${waits})`.execute(db);
  await sql`
    INSERT INTO mails (kind, state, member_id, recipient, subject, html, plain, notices)
    SELECT 'notification', 'held', m.id, m.email, '', '', '', (SELECT count(*) FROM notifications n
      WHERE n.member_id = m.id AND n.by_email AND n.mailed_at IS NULL)
    FROM notification_preferences np
    JOIN members m ON m.id = np.member_id AND m.erase_at IS NULL
    WHERE NOT ${isAwake} AND ${waits} AND NOT EXISTS (
      SELECT FROM mails h WHERE h.state = 'held' AND h.member_id = np.member_id)
    ORDER BY np.member_id LIMIT ${HELD_PER_TURN}
    ON CONFLICT DO NOTHING`.execute(db);
}

/**
 * Sends one mail per notification, or a digest for more than three. Read notifications are not
 * mailed.
 */
async function mailMember(tx: TenantTransaction, memberId: number) {
  const { rows: taken } = await sql<{ id: number; read: boolean }>`
    WITH held AS (DELETE FROM mails WHERE member_id = ${memberId} AND state = 'held'),
      tries AS (UPDATE notification_preferences SET mail_tries = 0
        WHERE member_id = ${memberId} AND mail_tries > 0)
    UPDATE notifications SET mailed_at = now()
    WHERE member_id = ${memberId} AND by_email AND mailed_at IS NULL
    RETURNING id, shown AND read AS read`.execute(tx.db);
  const receiver = taken.length > 0 && (await readReceiver(tx, memberId));
  if (!receiver) return;
  const ids = taken.filter(({ read }) => !read).map(({ id }) => id);
  const staff = receiver.roles.some(isStaffRole);
  const rows = ids.length ? await readToDeliver(tx, { id: memberId, staff }, ids) : [];
  // Skips kinds and communities that the member has switched off meanwhile.
  const switchedOn = rows
    .filter(
      ({ event, community_id }) =>
        receiver.switches[preferenceOfEvent[event] ?? 'like'] &&
        !(event === 'post' && receiver.muted.includes(community_id)),
    )
    .map((row) => notificationJson(tx.tenantId, row));
  await recordSkipped(tx, receiver, {
    read: taken.length - ids.length,
    gone: ids.length - rows.length,
    preference: rows.length - switchedOn.length,
  });
  if (switchedOn.length > limits.singleMails) {
    const lesson = await lessonToContinue(tx, { id: memberId, staff });
    return mail(tx, receiver, switchedOn, 'all', lesson);
  }
  for (const one of switchedOn)
    await mail(tx, receiver, [one], preferenceOfEvent[one.event] ?? 'all');
}

/** Records why these were not sent, for the list of mails. */
async function recordSkipped(
  { db }: TenantTransaction,
  { id, email }: Receiver,
  counts: Partial<Record<SkipReason, number>>,
) {
  const rows = Object.entries(counts)
    .filter(([, notices]) => notices > 0)
    .map(([reason, notices]) => ({
      kind: 'notification',
      state: 'skipped',
      reason,
      notices,
      member_id: id,
      recipient: email,
      subject: '',
      html: '',
      plain: '',
    }));
  if (rows.length) await db.insertInto('mails').values(rows).execute();
}

interface Receiver {
  id: number;
  name: string;
  email: string;
  roles: Role[];
  language: Language;
  time_zone: string;
  base_url: string;
  unsubscribe_token: string;
  school: MailSchool;
  switches: Record<PreferenceKind, boolean>;
  /** Ids of the communities whose new posts the member does not want to hear of. */
  muted: number[];
}

async function readReceiver({ db }: TenantTransaction, memberId: number): Promise<Receiver | null> {
  const { rows } = await sql<Omit<Receiver, 'language'> & { language: string | null }>`
    SELECT m.id, m.name, m.email, m.roles, m.language, coalesce(m.time_zone, np.time_zone) AS time_zone, np.base_url, np.unsubscribe_token,
      json_build_object('like', np.like_email, 'post', np.post_email, 'comment', np.comment_email,
        'reply', np.reply_email) AS switches,
      ARRAY(SELECT q.community_id FROM notification_mutes q WHERE q.member_id = m.id) AS muted,
      ${mailSchoolColumn} AS school
    FROM members m
    JOIN notification_preferences np ON np.member_id = m.id
    JOIN tenants t ON t.id = m.tenant_id
    JOIN platform_settings s ON s.tenant_id = m.tenant_id
    WHERE m.id = ${memberId} AND np.base_url IS NOT NULL AND np.unsubscribe_token IS NOT NULL`.execute(
    db,
  );
  const [row] = rows;
  return row ? { ...row, language: languageOrDefault(row.language) } : null;
}

async function mail(
  tx: TenantTransaction,
  { id, name, email, language, time_zone, base_url, unsubscribe_token, school }: Receiver,
  notifications: Notification[],
  kind: PreferenceKind | 'all',
  lesson: LessonToContinue | null = null,
) {
  const { t, dateOf } = receiverTexts(language, time_zone);
  const formatTime = timeFormatter(language, time_zone, t);
  const items = notifications.slice(0, limits.digest).map((one) => {
    const { text, values } = sentenceOf(one, t, dateOf);
    return {
      sentence: t(text, values),
      html: sentenceHtml(t(text, { count: values['count']! }), values),
      name: one.user?.name ?? school.name,
      quote: one.quote,
      at: formatTime(one.created_at),
      url: base_url + one.url,
    };
  });
  const stop = `${base_url}/avisos/parar/${unsubscribe_token}/${kind}`;
  const subject =
    notifications.length === 1
      ? items[0]!.sentence
      : t(wording.digestSubject, {
          count: notifications.length,
          best: items[bestOf(notifications)]!.sentence,
        });
  await sendMail(
    tx,
    {
      kind: notifications.length > 1 ? 'digest' : 'notification',
      memberId: id,
      notices: notifications.length,
      recipient: email,
      subject,
      ...notificationMail({
        school,
        base: base_url,
        language,
        t,
        name,
        total: notifications.length,
        items,
        lesson,
        stop,
        kind,
        day: new Intl.DateTimeFormat(language, {
          day: 'numeric',
          month: 'long',
          timeZone: time_zone,
        }).format(new Date()),
      }),
      headers: {
        'List-Unsubscribe': `<${stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    },
    { priority: bulkPriority(0) },
  );
}

/** The events that are meant for the member alone, the most personal one first. */
const personal: NotificationEvent[] = [
  'reply',
  'doubt_answered',
  'comment_mention',
  'post_mention',
  'comment',
  'doubt_asked',
];

/** Index of the notification that the subject names: an answer to the member before news. */
function bestOf(notifications: Notification[]) {
  const ranks = notifications
    .slice(0, limits.digest)
    .map(({ event }) => personal.indexOf(event) + 1 || personal.length + 1);
  return ranks.indexOf(Math.min(...ranks));
}

/** 'hoje às 14:08', 'ontem às 21:15', '3 de nov., 09:30': the mail itself carries its day. */
function timeFormatter(
  language: Language,
  timeZone: string,
  t: (text: string, values: Record<string, string>) => string,
) {
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const date = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const dayWords = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone });
  const daysAgo = (day: Date) =>
    (Date.parse(dayIn.format(new Date())) - Date.parse(dayIn.format(day))) / DAY_MS;
  return (at: Date | string) => {
    const sentAt = new Date(at);
    const ago = daysAgo(sentAt);
    return ago <= 1
      ? t(wording.at, { day: dayWords.format(0 - ago, 'day'), time: time.format(sentAt) })
      : date.format(sentAt);
  };
}
