import type { Updateable } from 'kysely';
import type { TenantTransaction } from './database.ts';
import type { Mails } from './database.types.ts';
import { enqueue, task } from './jobs.ts';

export interface Mail {
  recipient: string;
  subject: string;
  html: string;
  plain: string;
  /** `List-Unsubscribe` and the like. */
  headers?: Record<string, string>;
}

/**
 * Puts a mail into the transaction that wants it sent. A job delivers it, and tries again. Mails that
 * nobody waits for carry a `bulkPriority`.
 */
export async function sendMail(
  tx: TenantTransaction,
  { headers = {}, ...mail }: Mail,
  { priority = 0 } = {},
) {
  // An account that waits for its erasure has an address of nowhere (RFC 2606).
  if (mail.recipient.endsWith('.invalid')) return;
  const { id } = await tx.db
    .insertInto('mails')
    .values({ ...mail, headers: JSON.stringify(headers) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, 'send-mail', { id }, { priority });
}

interface MailSettings {
  smtpUrl: string | null;
  mailFrom: string;
}

/** Registers the job that sends mails. Without a mail server they stay stored, for /dev/mail. */
export function deliverMails({ smtpUrl, mailFrom }: MailSettings) {
  task('send-mail', async ({ tenantId, payload, database, lastTry }) => {
    const id = Number(payload['id']);
    const mail = await database.transaction(tenantId, ({ db }) =>
      db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (!mail || mail.sent_at || !smtpUrl) return;
    const change = (values: Updateable<Mails>) =>
      database.transaction(tenantId, ({ db }) =>
        db.updateTable('mails').set(values).where('id', '=', id).execute(),
      );
    // The text may hold a sign-in link. Before the last try, so that no killed server leaves it.
    if (lastTry) await change({ ...withoutText, error: 'not delivered' });
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    } as object);
    await transport.sendMail({
      from: mailFrom,
      to: mail.recipient,
      subject: mail.subject,
      html: mail.html,
      text: mail.plain,
      headers: mail.headers as Record<string, string>,
      messageId: `<mail-${tenantId}-${id}@vitrine>`,
    });
    await change({ ...withoutText, error: null, sent_at: new Date() });
  });
}

const withoutText = { html: '', plain: '' };
