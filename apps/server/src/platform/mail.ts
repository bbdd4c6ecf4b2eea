import { DAY_MS } from '@vitrine/contract/durations';
import { limits, optionalMailKinds, type MailKind } from '@vitrine/contract/mails';
import { sql, type Updateable } from 'kysely';
import type { Config } from './config.ts';
import type { TenantTransaction } from './database.ts';
import type { Mails } from './database.types.ts';
import { enqueue, retryFailedJobs, slowTask, turnPriority } from './jobs.ts';
import { mailHeaders } from './mail-headers.ts';
import { mailProblemOf } from './mail-problem.ts';
import { deliver } from './mail-transport.ts';

/** A mail that is written already, in the language of its recipient. */
export interface Mail {
  kind: MailKind;
  /** Null if the recipient is no member. */
  memberId: number | null;
  recipient: string;
  subject: string;
  html: string;
  plain: string;
  /** Number of notifications in the mail. */
  notices?: number;
  /** `List-Unsubscribe` and the like. */
  headers?: Record<string, string>;
}

/** The waiting mails are counted among this many latest mails of a school. */
const MAX_COUNTED_MAILS = 400;
const waitingMails = sql<number>`(SELECT count(*) FROM (
  SELECT state, created_at FROM mails ORDER BY id DESC LIMIT ${sql.lit(MAX_COUNTED_MAILS)}) AS latest
  WHERE state = 'waiting' AND created_at > now() - interval '1 hour')`;

/**
 * Stores a mail in the caller's transaction. A job delivers it, and tries again. Mails that nobody
 * waits for have a `bulkPriority`. A refused address gets no mail of the unasked kinds; the list of
 * mails says so. A school with many mails delays only its own.
 */
export async function sendMail(
  tx: TenantTransaction,
  { headers = {}, memberId, ...mail }: Mail,
  { priority = 0 } = {},
) {
  // An account that waits for its erasure has an undeliverable address (RFC 2606).
  if (mail.recipient.endsWith('.invalid')) return;
  const values = { ...mail, member_id: memberId, headers: JSON.stringify(headers) };
  if (optionalMailKinds.includes(mail.kind) && (await isAddressRefused(tx, mail.recipient))) {
    const skipped = { ...values, ...withoutText, state: 'skipped', reason: 'bounced' };
    await tx.db.insertInto('mails').values(skipped).execute();
    return;
  }
  const { id, waiting } = await tx.db
    .insertInto('mails')
    .values(values)
    .returning(['id', waitingMails.as('waiting')])
    .executeTakeFirstOrThrow();
  await enqueue(tx, 'send-mail', { id }, { priority: turnPriority(priority, waiting) });
}

async function isAddressRefused({ db }: TenantTransaction, recipient: string) {
  const found = await db
    .selectFrom('email_bounces')
    .select('email')
    .where('email', '=', sql<string>`lower(${recipient})`)
    .executeTakeFirst();
  return found !== undefined;
}

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'outgoingTimeoutMs'>;

/**
 * Mails that are worth as much a day later. They wait while the mail server is away (decision 119).
 * Links of the others end before, or their moment is over.
 */
const lastingKinds: readonly string[] = [
  'invitation',
  'erasure',
  'notification',
  'digest',
] satisfies MailKind[];
const MAX_WAIT_MS = 3 * DAY_MS;

/** A reminder that is later than this is not sent: it would ring at any hour (decision 131). */
export const MAX_LATE_MINUTES = 60;
const isLateReminder = sql<boolean>`kind = 'reminder'
  AND created_at < now() - make_interval(mins => ${sql.lit(MAX_LATE_MINUTES)})`;

/** Registers the job that sends mails. Without a mail server they stay stored, for /dev/mail. */
export function deliverMails({ smtpUrl, mailFrom, outgoingTimeoutMs }: MailSettings) {
  /** Schools whose given up mails were tried again since the mail server last failed. */
  const resumed = new Set<number>();

  slowTask<{ id: number }>(
    'send-mail',
    'mails',
    async ({ tenantId, payload, database, lastTry, signal }) => {
      const { id } = payload;
      const mail = await database.transaction(tenantId, ({ db }) =>
        db
          .selectFrom('mails')
          .selectAll()
          .select(isLateReminder.as('late'))
          .select(({ selectFrom }) =>
            selectFrom('tenants')
              .select('name')
              .whereRef('tenants.id', '=', 'mails.tenant_id')
              .as('school'),
          )
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (mail?.state !== 'waiting' || !smtpUrl) return;
      const updateMail = ({ db }: TenantTransaction, values: Updateable<Mails>) =>
        db.updateTable('mails').set(values).where('id', '=', id).execute();
      if (mail.late) {
        const error = mail.error ?? 'too late for a reminder';
        await database.transaction(tenantId, (tx) =>
          updateMail(tx, { ...withoutText, state: 'failed', error }),
        );
        return;
      }
      const mayWait =
        lastingKinds.includes(mail.kind) && Date.now() - mail.created_at.getTime() < MAX_WAIT_MS;
      // The text may hold a sign-in link. The last try deletes it first, so a killed server leaves
      // none.
      if (lastTry && !mayWait)
        await database.transaction(tenantId, (tx) =>
          updateMail(tx, { ...withoutText, state: 'failed', error: 'not delivered' }),
        );
      try {
        await deliver(
          { smtpUrl, outgoingTimeoutMs, signal },
          {
            ...mailHeaders({ mailFrom, tenantId, school: mail.school ?? '', mail }),
            to: mail.recipient,
            subject: mail.subject,
            html: mail.html,
            text: mail.plain,
          },
        );
      } catch (refusal) {
        const error = errorText(refusal);
        const refused = refusesAddress(refusal);
        const isServerAway = concernsAllMails(refusal);
        if (isServerAway) resumed.clear();
        const outcome = outcomeOf({ refused, gaveUp: lastTry && !(mayWait && isServerAway) });
        await database.transaction(tenantId, async (tx) => {
          if (refused) await markRefused(tx, mail.recipient, error);
          await updateMail(tx, { ...outcome, error });
        });
        // A second try would be refused too.
        if (refused) return;
        throw mailProblemOf(refusal, smtpUrl) ?? refusal;
      }
      await database.transaction(tenantId, async (tx) => {
        await updateMail(tx, { ...withoutText, state: 'sent', error: null, sent_at: new Date() });
        await forgetRefusal(tx, mail.recipient);
        if (!resumed.has(tenantId)) await retryFailedJobs(tx, ['send-mail']);
      });
      resumed.add(tenantId);
    },
    { retriedDaily: true },
  );
}

const outcomeOf = ({ refused, gaveUp }: { refused: boolean; gaveUp: boolean }) =>
  refused || gaveUp ? { ...withoutText, state: refused ? 'bounced' : 'failed' } : {};

const withoutText = { html: '', plain: '' };

async function markRefused({ db }: TenantTransaction, recipient: string, error: string) {
  const email = recipient.toLowerCase();
  await db
    .insertInto('email_bounces')
    .values({ email, error })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'email']).doUpdateSet({ error, at: new Date() }),
    )
    .execute();
}

/** Allows notification mails to an address again: it accepted a mail, or a person confirmed it. */
export async function forgetRefusal({ db }: TenantTransaction, recipient: string) {
  await db
    .deleteFrom('email_bounces')
    .where('email', '=', sql<string>`lower(${recipient})`)
    .execute();
}

/** The error that nodemailer throws if a server refuses. */
interface SmtpRefusal {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** "No such mailbox" and similar codes (RFC 5321). Other 5xx codes concern the sender: this server. */
const ADDRESS_CODES = [550, 551, 552, 553, 556];

/**
 * Tells whether a server refused this address for good. A code like 5.7.1 gives the exact reason
 * (RFC 3463): only 5.1 and 5.2 concern the address.
 */
function refusesAddress(refusal: unknown) {
  const { command, responseCode = 0, response = '' } = refusal as SmtpRefusal;
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode > 599) return false;
  const enhancedCode = /^5\d\d[ -](5\.\d{1,3})\.\d{1,3}\b/.exec(response)?.[1];
  return enhancedCode
    ? enhancedCode === '5.1' || enhancedCode === '5.2'
    : ADDRESS_CODES.includes(responseCode);
}

/**
 * Tells whether any other mail would fail too: the server is away, does not let Vitrine in, or refuses
 * the sender. A refusal of the recipient or of the text concerns this mail.
 */
function concernsAllMails(refusal: unknown) {
  const { code, command } = refusal as SmtpRefusal;
  return command === 'MAIL FROM' || (code !== 'EENVELOPE' && code !== 'EMESSAGE');
}

/** One line: the server's response, or the error of the connection. */
function errorText(refusal: unknown) {
  const { name, code, response, message } = refusal as SmtpRefusal & Partial<Error>;
  if (name === 'AbortError') return 'the mail server took too long';
  // The response may repeat user and password, and every school's owner reads this text.
  if (code === 'EAUTH') return 'the mail server refuses the sign-in of this installation';
  const line = (response ?? message ?? 'error').replace(/[\s\p{C}]+/gu, ' ').trim();
  return [...line].slice(0, limits.error).join('');
}
