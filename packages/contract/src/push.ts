import * as z from 'zod/mini';
import { body, dataOf, route } from './core.ts';

/** Ours. */
export const limits = {
  endpoint: 1_000,
  /** Maximum number of devices of one member. A new device replaces the oldest. */
  perMember: 10,
  /** In characters. A lock screen shows no more. */
  title: 80,
  text: 200,
} as const;

/** Ours. */
export const messages = {
  unknownService: 'Este navegador usa um serviço de avisos que não conhecemos.',
  wrongKeys: 'O navegador enviou chaves inválidas. Desligue e ligue os avisos.',
} as const;

/**
 * The push services of browsers. The server sends to no other host, because a browser chooses the
 * address of its endpoint (safety, Files).
 */
const pushHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'] as const;
const pushDomains = ['push.apple.com', 'notify.windows.com'] as const;

/** Whether an endpoint is an https address of a known service, at the default port. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    (pushHosts.some((host) => host === hostname) ||
      pushDomains.some((domain) => hostname.endsWith(`.${domain}`)))
  );
}

const endpoint = z
  .string(messages.unknownService)
  .check(z.maxLength(limits.endpoint, messages.unknownService));

/** A point of P-256, and 16 bytes, in base64url (RFC 8291). */
const keys = z.object(
  {
    p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, messages.wrongKeys)),
    auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/, messages.wrongKeys)),
  },
  messages.wrongKeys,
);

/** A subscription of one browser, as the Push API's `toJSON` gives it. */
export const SubscriptionInput = body({ endpoint, keys });
export type SubscriptionInput = z.output<typeof SubscriptionInput>;

const member = { access: 'member', source: 'ours' } as const;

/** Notifications on a device while no page of the school is open. */
export const push = {
  /** The public key for the browser's subscription. */
  show: route('GET', '/api/v1/push', {
    ...member,
    answer: dataOf(z.object({ public_key: z.string() })),
  }),
  subscribe: route('PUT', '/api/v1/push/subscription', {
    ...member,
    body: SubscriptionInput,
    status: 204,
  }),
  unsubscribe: route('POST', '/api/v1/push/unsubscribe', {
    ...member,
    body: body({ endpoint }),
    status: 204,
  }),
};

/** The payload of a push, encrypted for its browser: only the sentence of the bell. */
export interface PushMessage {
  title: string;
  text: string;
  /** A path of the school. */
  url: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
}
