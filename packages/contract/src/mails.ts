import * as z from 'zod/mini';
import { flagAnswer, listOf, route, searchText, time } from './core.ts';

/** Tests to one's own address, and figures of the list. */
export const limits = {
  testsPerHour: 5,
  /** Characters of a mail server's answer. */
  error: 300,
} as const;

export const messages = {
  testSent: 'E-mail de teste a caminho de {{email}}.',
  retried: 'Os próximos e-mails voltam a ser enviados a este endereço.',
} as const;

/** `notification` tells of one thing, `digest` of more than three. */
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
export type MailKind = (typeof mailKinds)[number];

/** Nobody waits for these: an address that was refused gets none of them. */
export const unaskedMailKinds: readonly MailKind[] = ['reminder', 'notification', 'digest'];

/**
 * `waiting`: a job sends it, or tries again. `held`: its member sleeps. `skipped`: not sent, with a
 * `reason`. `failed`: given up. `bounced`: the server of the address refused the address for good.
 */
export const mailStates = ['waiting', 'held', 'sent', 'skipped', 'failed', 'bounced'] as const;
export type MailState = (typeof mailStates)[number];

/** Why nothing was sent: of what was wanted by e-mail when it happened. */
const skipReasons = ['preference', 'read', 'gone', 'bounced'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Neither subject nor text: both may name others, or open an account. */
export const ListedMail = z.object({
  id: z.int(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  reason: z.nullable(z.enum(skipReasons)),
  /** How many notifications it tells of; 1 elsewhere. */
  notices: z.int(),
  /** What the mail server said; empty where nothing went wrong. */
  error: z.string(),
  /** Empty while an erasure is pending. */
  recipient: z.string(),
  member: z.nullable(
    z.object({ id: z.int(), name: z.string(), photo_url: z.nullable(z.string()) }),
  ),
  /** Whether notification mails to this address are stopped. */
  refused: flagAnswer,
  created_at: time,
  sent_at: z.nullable(time),
});
export type ListedMail = z.output<typeof ListedMail>;

const said = z.object({ message: z.string() });

export const mails = {
  /** Latest first. `search` finds members by name or e-mail, and addresses written in full. */
  list: route('GET', '/api/v1/mails', {
    access: 'admin',
    source: 'ours',
    query: z.object({
      state: z.optional(z.enum(mailStates)),
      search: searchText,
      cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,15}$/))),
    }),
    answer: z.object({
      data: listOf(ListedMail),
      next_cursor: z.nullable(z.string()),
      /** 0: the operator has set no mail server, so nothing leaves. */
      delivers: flagAnswer,
    }),
  }),
  /** A mail to oneself, in the school's colours. */
  test: route('POST', '/api/v1/mails/test', {
    access: 'admin',
    source: 'ours',
    status: 202,
    answer: said,
  }),
  /** Forgets that a server refused the address of this member. */
  retryAddress: route('POST', '/api/v1/members/{id}/email/retry', {
    access: 'admin',
    source: 'ours',
    answer: said,
  }),
  /** The same by the member: the address is right. */
  retryOwnAddress: route('POST', '/api/v1/me/email/retry', {
    access: 'member',
    source: 'ours',
    answer: said,
  }),
};
