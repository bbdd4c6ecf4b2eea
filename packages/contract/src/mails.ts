import * as z from 'zod/mini';
import { cursorPageOf, flagAnswer, idCursor, message, route, searchText, time } from './core.ts';
import { Person } from './people.ts';

/** Limits of test mails and of the list. */
export const limits = {
  testsPerHour: 5,
  /** Characters of a mail server's answer. */
  error: 300,
} as const;

/** Ours. */
export const messages = {
  testSent: 'E-mail de teste a caminho de {{email}}.',
  /** Without a mail server nothing is ever delivered. */
  testNotSent: 'O e-mail de teste não saiu: este servidor não tem envio de e-mail configurado.',
  /** With DEV_MAIL, the page /dev/mail shows the stored mails. */
  testHere: 'Este servidor não envia e-mails: o e-mail de teste está em /dev/mail.',
  retried: 'Os próximos e-mails voltam a ser enviados a este endereço.',
} as const;

/** `notification` reports one event, `digest` more than three. */
const mailKinds = [
  'sign_in',
  'password',
  'invitation',
  'erasure_link',
  'erasure',
  'email_change',
  'reminder',
  'notification',
  'digest',
  'test',
  'other',
] as const;
/** The purpose of a mail. */
export type MailKind = (typeof mailKinds)[number];

/** Mails that no person asked for. The server sends none to an address that refused a mail. */
export const optionalMailKinds: readonly MailKind[] = ['reminder', 'notification', 'digest'];

/**
 * `waiting`: a job will send or retry the mail. `held`: the server waits for the member's morning.
 * `skipped`: not sent, with a `reason`. `failed`: the job gave up. `bounced`: the receiving mail
 * server refused the address for good.
 */
export const mailStates = ['waiting', 'held', 'sent', 'skipped', 'failed', 'bounced'] as const;
/** The state of a mail. */
export type MailState = (typeof mailStates)[number];

/** Why the server skipped a mail that the member's preferences had asked for. */
const skipReasons = ['preference', 'read', 'gone', 'bounced'] as const;
/** The reason of a skipped mail. */
export type SkipReason = (typeof skipReasons)[number];

/** The list shows neither subject nor text: they may name other people, or open an account. */
export const ListedMail = z.object({
  id: z.int(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  reason: z.nullable(z.enum(skipReasons)),
  /** Number of notifications in the mail; 1 for other kinds. */
  notices: z.int(),
  /** The mail server's error; empty if there is none. */
  error: z.string(),
  /** Empty while an erasure is pending. */
  recipient: z.string(),
  member: z.nullable(Person),
  /** Whether the server sends no more notification mails to this address. */
  refused: flagAnswer,
  created_at: time,
  sent_at: z.nullable(time),
});
export type ListedMail = z.output<typeof ListedMail>;

/** Ours: the mails of the school, and why one did not arrive. */
export const mails = {
  /** Newest first. `search` matches members by name or e-mail, and addresses written in full. */
  list: route('GET', '/api/v1/mails', {
    access: 'admin',
    source: 'ours',
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      search: searchText,
      cursor: idCursor,
    }),
    answer: z.extend(cursorPageOf(ListedMail), {
      /** 0: the operator has configured no mail server, so the server sends nothing. */
      delivers: flagAnswer,
    }),
  }),
  /** Sends a test mail to the caller, in the school's colours. */
  test: route('POST', '/api/v1/mails/test', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: message,
  }),
  /** Forgets that a mail server refused this member's address. */
  retryAddress: route('POST', '/api/v1/members/{id}/email/retry', {
    access: 'admin',
    source: 'ours',
    answer: message,
  }),
  /** The member's own version: the member confirms that the address is right. */
  retryOwnAddress: route('POST', '/api/v1/me/email/retry', {
    access: 'member',
    source: 'ours',
    answer: message,
  }),
};
