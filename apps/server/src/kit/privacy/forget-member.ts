import { limits as comments } from '@vitrine/contract/comments';
import { limits as posts } from '@vitrine/contract/posts';
import { limits as uploads } from '@vitrine/contract/uploads';
import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import { escapeContent, escapeHtml } from '../../platform/html.ts';
import { renameFilesOf } from '../files/files.store.ts';
import { forgetSearchWords } from '../search-words.ts';

interface ForgottenMember {
  id: number;
  name: string;
  email: string;
}

/** Replaces the name in texts that stay. */
export const removedMember = 'membro removido';

/**
 * Removes what identifies a member from the rows that stay: the columns of `personalTables` marked
 * `forgotten`. Call it before the member's row is deleted, which also deletes their own rows.
 */
export async function forgetMember(tx: TenantTransaction, member: ForgottenMember) {
  await unnameMentions(tx, member.id, removedMember);
  await scrubOwnTexts(tx, member);
  await forgetOwnMails(tx, member);
  await forgetMailsAbout(tx, member);
  await forgetTraces(tx, member);
  await forgetSearchWords(tx, member);
}

/**
 * The same for many members who have never signed in. They have written nothing, so only somebody
 * whom a text mentions is looked for in texts and in the mails of others.
 */
export async function forgetUnusedMembers(tx: TenantTransaction, members: ForgottenMember[]) {
  const mentioned = await mentionedAmong(
    tx,
    members.map(({ id }) => id),
  );
  for (const member of members) {
    if (mentioned.has(member.id)) {
      await forgetMember(tx, member);
      continue;
    }
    await forgetOwnMails(tx, member);
    await forgetTraces(tx, member);
    await forgetSearchWords(tx, member);
  }
}

async function mentionedAmong({ db }: TenantTransaction, ids: number[]) {
  const { rows } = await sql<{ id: number }>`
    SELECT unnest(mentions) AS id FROM posts WHERE mentions && ${ids}::bigint[]
    UNION SELECT unnest(mentions) FROM post_comments WHERE mentions && ${ids}::bigint[]`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the name in the mentions of a member, in everybody's posts and comments. */
export async function unnameMentions({ db }: TenantTransaction, id: number, name: string) {
  const tag = `<span data-mention="${id}">`;
  // In the second argument of regexp_replace a backslash would begin a reference.
  const replacement = `${tag}@${escapeContent(name).replaceAll('\\', '\\\\')}</span>`;
  for (const table of ['posts', 'post_comments'] as const)
    await sql`
      UPDATE ${sql.table(table)}
      SET content = ${leftHtml(
        sql`regexp_replace(content, ${`${tag}[^<]*</span>`}, ${replacement}, 'g')`,
        posts.html,
      )}
      WHERE ${id}::bigint = ANY (mentions)`.execute(db);
}

/** Cuts HTML to a number of characters, with the end tags that it then lacks (migration 0223). */
const leftHtml = (html: RawBuilder<unknown>, max: number) => sql`(
  SELECT CASE WHEN length(whole.html) <= ${max} THEN whole.html ELSE cut_html(whole.html, ${max}) END
  FROM (SELECT ${html} AS html OFFSET 0) AS whole)`;

/** A shorter name is not searched for: it is a word of other texts too. */
const MIN_NAME_LENGTH = 4;

/** A text that identifies a member. The pattern of PostgreSQL finds it as a whole, in any case. */
interface Mark {
  text: string;
  pattern: string;
}

/** Contents are HTML. Titles, reasons and file names are plain. */
const marksOf = ({ name, email }: ForgottenMember) => ({
  address: { text: email, pattern: asAddress(spellings(email)) },
  fullName:
    name.length < MIN_NAME_LENGTH ? null : { text: name, pattern: asWords(spellings(name)) },
});

const spellings = (text: string) =>
  [...new Set([text, escapeContent(text), escapeHtml(text)])].map(escapeRegExp).join('|');

const asWords = (texts: string) => `(?<![[:alnum:]])(?:${texts})(?![[:alnum:]])`;

/**
 * Leaves out an address that only ends or begins with this one, as mariana@… ends with ana@…. JSON
 * writes a line break before an address as a backslash and a letter.
 */
const asAddress = (texts: string) =>
  String.raw`(?:(?<=\\[bfnrt])|(?<![[:alnum:]._+-]))(?:${texts})(?![[:alnum:]-]|\.[[:alnum:]])`;

/** Condition: the SQL text holds the mark. `strpos` keeps the slower pattern from most rows. */
const holds = (text: string, mark: Mark | null, spell = (plain: string) => plain) =>
  mark
    ? sql`(strpos(lower(${sql.raw(text)}), lower(${spell(mark.text)})) > 0
        AND ${sql.raw(text)} ~* ${mark.pattern})`
    : sql`false`;

/** Keeps the member's texts, but removes the member's name and e-mail from them. */
async function scrubOwnTexts(tx: TenantTransaction, member: ForgottenMember) {
  const { db } = tx;
  const { id } = member;
  const { address, fullName } = marksOf(member);
  const anyMark = [address, fullName].flatMap((mark) => mark?.pattern ?? []).join('|');
  // The words for a removed member may be longer than the name: columns have limits.
  const renamed = (column: string) =>
    sql`regexp_replace(${sql.ref(column)}, ${anyMark}, ${removedMember}, 'gi')`;
  const scrub = (column: string, max: number) => sql`left(${renamed(column)}, ${max})`;
  const scrubHtml = (max: number) => leftHtml(renamed('content'), max);
  const isOwn = sql`member_id = ${id}`;
  await sql`
    UPDATE posts SET content = ${scrubHtml(posts.html)}, title = ${scrub('title', posts.title)},
      removed_reason = ${scrub('removed_reason', posts.reason)},
      attachments = CASE WHEN attachments = '[]' THEN attachments ELSE (
        SELECT jsonb_agg(attachment || jsonb_build_object('name', ${removedMember}
          || coalesce(substring(attachment ->> 'name' FROM '\\.[[:alnum:]]{1,8}$'), '')))
        FROM jsonb_array_elements(attachments) AS attachment) END
    WHERE ${isOwn}`.execute(db);
  await sql`UPDATE post_comments SET content = ${scrubHtml(posts.html)} WHERE ${isOwn}`.execute(db);
  await sql`UPDATE lesson_comments SET content = ${scrubHtml(comments.html)} WHERE ${isOwn}`.execute(
    db,
  );
  // Reports by others about the member's texts.
  await sql`
    UPDATE post_reports SET reason = ${scrub('reason', posts.reason)}
    WHERE post_id IN (SELECT p.id FROM posts p WHERE p.member_id = ${id})
      OR comment_id IN (SELECT k.id FROM post_comments k WHERE k.member_id = ${id})`.execute(db);
  // The ledgers of others keep the title of a post, or its first words.
  await sql`
    UPDATE point_entries SET thing_title = ${scrub('thing_title', 300)}
    WHERE thing_kind = 'post'
      AND (${holds('thing_title', address)} OR ${holds('thing_title', fullName)})`.execute(db);
  // Files of the member's posts and of the school's courses stay, under a neutral name.
  await renameFilesOf(tx, id, removedMember);
  await sql`UPDATE imports SET filename = ${scrub('filename', uploads.filename)} WHERE ${isOwn}`.execute(
    db,
  );
}

/** Deletes the mails to the member, also at an address of before. */
async function forgetOwnMails({ db }: TenantTransaction, { id, email }: ForgottenMember) {
  await sql`DELETE FROM email_bounces WHERE email = lower(${email})
    OR email IN (SELECT lower(l.recipient) FROM mails l WHERE l.member_id = ${id})`.execute(db);
  await sql`DELETE FROM mails WHERE member_id = ${id} OR lower(recipient) = lower(${email})`.execute(
    db,
  );
}

/** Deletes the earlier mails to others that name the member. */
async function forgetMailsAbout({ db }: TenantTransaction, member: ForgottenMember) {
  const { address, fullName } = marksOf(member);
  await sql`
    DELETE FROM mails
    WHERE ${holds(`(subject || ' ' || html || ' ' || plain)`, address)}
      OR (sent_at IS NOT NULL AND ${holds('subject', fullName)})
      OR (created_at < now() - interval '6 days' AND ${holds('html', fullName, escapeHtml)})`.execute(
    db,
  );
}

async function forgetTraces({ db }: TenantTransaction, member: ForgottenMember) {
  const { id, name, email } = member;
  const { address } = marksOf(member);
  const holdsMember = (text: string) =>
    sql`(${holds(text, address)} OR strpos(${sql.raw(text)}, ${JSON.stringify(name)}) > 0)`;
  await sql`DELETE FROM failed_tries
    WHERE ${holds('key', address)} OR key ~ ${`:${id}$`}`.execute(db);
  await sql`DELETE FROM idempotency_keys WHERE ${holdsMember('answer::text')}`.execute(db);
  await sql`UPDATE import_rows SET item = NULL, message = NULL, "values" = NULL
    WHERE member_id = ${id} OR ${holdsMember('"values"::text')}
      OR lower(item) IN (lower(${email}), lower(${name}))`.execute(db);
  await sql`UPDATE imports SET report = '[]' WHERE ${holdsMember('report::text')}`.execute(db);
  // The next slice of the import stores its files again; the sweep deletes the others.
  await sql`UPDATE imports SET kept = NULL WHERE ${holdsMember('kept::text')}`.execute(db);
  await sql`UPDATE data_requests
    SET details = '', answer = '', done_at = coalesce(done_at, now())
    WHERE member_id = ${id}`.execute(db);
  await sql`SELECT forget_jobs(${address.pattern})`.execute(db);
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
