import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';

/** The address in a `MAIL_FROM`, which may have a name before it. */
export const addressIn = (mailFrom: string) => /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;

/** The host of that address. */
export const addressDomain = (mailFrom: string) => {
  const address = addressIn(mailFrom);
  return address.slice(address.lastIndexOf('@') + 1);
};

/** True for a host that only this machine knows. */
export const isLocalHost = (host: string) => /(?:^|\.)localhost$/i.test(host);

interface Headers {
  mailFrom: string;
  tenantId: number;
  school: string;
  mail: { id: number; created_at: Date; headers: unknown };
}

/** The headers of a mail, the same at each try. */
export const mailHeaders = ({ mailFrom, tenantId, school, mail }: Headers) =>
  ({
    from: /[\s<]/.test(mailFrom) ? mailFrom : { name: school, address: mailFrom },
    // Mailboxes drop a mail whose id they have seen. Another installation has the same ids of rows.
    messageId: `<mail-${tenantId}-${mail.id}-${mail.created_at.getTime()}@${domainOf(mailFrom)}>`,
    headers: { ...quiet, ...(mail.headers as Record<string, string>) },
  }) satisfies SendMailOptions;

/** Out-of-office answers would reach the operator for each notification (RFC 3834, and Exchange). */
const quiet = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

/** A mail server refuses or distrusts an id that is not in ASCII. */
const domainOf = (mailFrom: string) => domainToASCII(addressDomain(mailFrom)) || 'localhost';
