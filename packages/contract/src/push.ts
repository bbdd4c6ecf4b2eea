import * as z from 'zod/mini';
import { body, dataOf, route } from './core.ts';

export const limits = {
  endpoint: 1_000,
  /** Of one member. The oldest gives way. */
  perMember: 10,
  /** In characters: a lock screen shows no more. */
  title: 80,
  text: 200,
} as const;

export const messages = {
  unknownService: 'Este navegador usa um serviço de avisos que não conhecemos.',
  wrongKeys: 'O navegador enviou chaves inválidas. Desligue e ligue os avisos.',
} as const;

/**
 * The push services of browsers. The server sends to no other host, because an endpoint is an address
 * that a browser names (safety, Files).
 */
const pushHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com'] as const;
const pushDomains = ['push.apple.com', 'notify.windows.com'] as const;

/** Whether an endpoint is an https address of a known service, at its usual port. */
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

export const SubscriptionInput = body({ endpoint, keys });
export type SubscriptionInput = z.output<typeof SubscriptionInput>;

const member = { access: 'member', source: 'ours' } as const;

/** Notifications on a device while no page of the school is open. */
export const push = {
  /** The key that a browser subscribes with. */
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

/** What a device is sent, encrypted to its browser: the sentence of the bell and nothing more. */
export interface PushMessage {
  title: string;
  text: string;
  /** A path of the school. */
  url: string;
  /** A later message with the same tag takes the place of this one. */
  tag: string;
}
