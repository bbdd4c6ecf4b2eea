import * as z from 'zod/mini';
import {
  body,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  message,
  pageNumber,
  pageOf,
  route,
  saved,
  time,
} from './core.ts';
import { messages as common } from './messages.ts';
import { timeZone } from './reminders.ts';

/** C section 9; the rest are ours. */
export const limits = {
  /** C section 9. */
  page: 10,
  /** Ours: maximum page size. The server refuses a larger one. */
  largestPage: 50,
  /** C section 9: the badge says '+9' above it. */
  badge: 9,
  /** Ours: `total` stops here, because the badge shows no more. */
  counted: 100,
  /** Ours: maximum characters of a quote. */
  quote: 200,
  /**
   * Ours: above this number, the server sends one digest. A digest lists `digest` notifications.
   */
  singleMails: 3,
  digest: 20,
} as const;

/** C section 8; the rest are ours. */
export const messages = {
  /** C section 8. */
  read: 'Notificação lida com sucesso.',
  saved: 'Configurações salvas com sucesso!',
  saveFailed: 'Erro ao salvar as configurações',
  /** Ours. */
  nothingChosen: 'Escolha as notificações.',
} as const;

/** C section 3. `points` comes from the contract; the last four are ours. */
export const notificationTypes = [
  'doubt',
  'community_post',
  'community_comment',
  'community_like',
  'community_reply',
  'points',
  'reward',
  'level',
  'silence',
  'live',
] as const;

/** The exact event, and the type that the specification gives it. */
export const typeOfEvent = {
  /** A student commented on a lesson. Staff are notified. */
  doubt_asked: 'doubt',
  doubt_answered: 'doubt',
  doubt_like: 'doubt',
  post: 'community_post',
  post_mention: 'community_post',
  post_like: 'community_like',
  post_removed: 'community_post',
  post_restored: 'community_post',
  comment: 'community_comment',
  reply: 'community_reply',
  comment_mention: 'community_comment',
  comment_like: 'community_like',
  comment_removed: 'community_comment',
  silenced: 'silence',
  points: 'points',
  reward: 'reward',
  level: 'level',
  /** A live starts soon, and the member asked for a reminder. */
  live: 'live',
} as const satisfies Record<string, (typeof notificationTypes)[number]>;
/** An event that notifies a member. */
export type NotificationEvent = keyof typeof typeOfEvent;

/** C section 3: what a member can switch, for the bell and for e-mail. */
export const preferenceKinds = ['like', 'post', 'comment', 'reply'] as const;
/** A row of the preferences. */
export type PreferenceKind = (typeof preferenceKinds)[number];

/**
 * The switch of each event. Events without a switch concern the member alone; the server always
 * notifies about them.
 */
export const preferenceOfEvent = {
  doubt_asked: 'comment',
  doubt_answered: 'reply',
  doubt_like: 'like',
  post: 'post',
  post_mention: 'post',
  post_like: 'like',
  post_removed: null,
  post_restored: null,
  comment: 'comment',
  reply: 'reply',
  comment_mention: 'comment',
  comment_like: 'like',
  comment_removed: null,
  silenced: null,
  points: null,
  reward: null,
  level: null,
  live: null,
} as const satisfies Record<NotificationEvent, PreferenceKind | null>;

const Person = z.object({ name: z.string(), photo_url: z.nullable(z.string()) });
/** Null if the person has left. */
const person = z.nullable(Person);

/** C section 3 names the nested objects. The flat fields are ours: a row of the bell shows them. */
export const Notification = z.object({
  id: z.int(),
  type: z.enum(notificationTypes),
  event: z.enum(Object.keys(typeOfEvent) as [NotificationEvent, ...NotificationEvent[]]),
  read: flagAnswer,
  created_at: time,
  /** The person who acted; null if the event names nobody. */
  user: person,
  /** Number of other people who did the same: 9 in 'Ana e mais 9 curtiram'. */
  others: z.int(),
  /** The title of the lesson, post, reward or level; empty if it has none. */
  title: z.string(),
  /** The community's title, or empty. */
  place: z.string(),
  /** Plain text: the comment, the reason of a removal, or the reason of points. */
  quote: z.string(),
  /** Points given or taken; null for other events. */
  points: z.nullable(z.int()),
  /** The end of a silence, or the start of a live; null for other events and without end. */
  until: z.nullable(time),
  /** The path of the page that shows it. */
  url: z.string(),

  class_doubt: z.optional(
    z.object({
      lesson: z.object({ id: z.int(), title: z.string() }),
      response_owner: person,
    }),
  ),
  community_post: z.optional(
    z.object({
      id: z.int(),
      community_id: z.int(),
      title: z.string(),
      user: person,
      owner_like: z.optional(
        z.object({
          post_id: z.int(),
          community_id: z.int(),
          user: person,
          post: z.object({ title: z.string() }),
        }),
      ),
    }),
  ),
  community_post_comment: z.optional(
    z.object({
      community_id: z.int(),
      content: z.string(),
      user: person,
      community_comment_data: z.object({ post: z.object({ id: z.int() }) }),
    }),
  ),
  community_post_comment_reply: z.optional(
    z.object({
      community_id: z.int(),
      content: z.string(),
      user: person,
      post_data: z.object({ post_id: z.int() }),
    }),
  ),
});
export type Notification = z.output<typeof Notification>;

const Channels = z.object({ platform: z.boolean(), email: z.boolean() });

/** C section 3, Notification preferences. The wire carries communities as ids. */
export const Preferences = z.object({
  like: Channels,
  post: Channels,
  comment: Channels,
  reply: Channels,
  /** The communities whose posts notify the member. */
  communities: listOf(z.int()),
});
export type Preferences = z.output<typeof Preferences>;

const channels = z.object(
  { platform: z.boolean(common.invalid), email: z.boolean(common.invalid) },
  common.invalid,
);

/** Has no `version`: only the member edits it. */
export const PreferencesInput = body({
  like: channels,
  post: channels,
  comment: channels,
  reply: channels,
  communities: ids,
  /** Ours: the member's time zone. The server sends no mails between 22 and 8 o'clock there. */
  time_zone: z.optional(timeZone),
});
export type PreferencesInput = z.output<typeof PreferencesInput>;

const pageSize = z._default(
  z.pipe(
    z.string().check(z.regex(/^\d{1,2}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(limits.largestPage))),
  ),
  limits.page,
);

/** `ids` or `all`, else 422 (contract, Notifications). */
const MarkInput = body({
  read: z._default(flag, true),
  ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  all: z.optional(flag),
}).check(
  z.refine(({ ids: chosen, all }) => Boolean(all) || Boolean(chosen?.length), {
    message: messages.nothingChosen,
    path: ['ids'],
  }),
);

const member = { access: 'member', source: 'C' } as const;

/** C section 7, Header and notifications, and contract, Notifications. */
export const notifications = {
  list: route('GET', '/api/auth/notification', {
    ...member,
    query: z.object({ page: pageNumber, paginate: pageSize }),
    answer: pageOf(Notification),
  }),
  total: route('GET', '/api/auth/notification/total', {
    ...member,
    answer: z.object({ has_unread_notifications: z.boolean(), total: z.int() }),
  }),
  mark: route('PATCH', '/api/platform/auth/notification/update', {
    ...member,
    body: MarkInput,
    answer: message,
  }),
  preferences: route('GET', '/api/auth/v2/notification-preferences/{tenantId}', {
    ...member,
    answer: Preferences,
  }),
  savePreferences: route('POST', '/api/auth/v2/notification-preferences/{tenantId}', {
    ...member,
    body: PreferencesInput,
    answer: saved(Preferences),
  }),
  communities: route('GET', '/api/auth/v2/notification-preferences/{tenantId}/communities', {
    ...member,
    source: 'contract',
    answer: listOf(z.object({ community_id: z.int(), title: z.string() })),
  }),
};
