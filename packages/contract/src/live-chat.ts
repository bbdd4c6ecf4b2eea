import * as z from 'zod/mini';
import { body, dataOf, idCursor, listOf, requiredText, route, time } from './core.ts';
import { MINUTE_MS } from './durations.ts';
import { endOfLive, type ListedLive } from './lives.ts';
import { Writer } from './people.ts';

/** Members may write from `opensMinutes` before the start until `closesMinutes` after the end. */
export const limits = {
  message: 300,
  perMinute: 12,
  page: 50,
  opensMinutes: 60,
  closesMinutes: 30,
} as const;

/** Ours. */
export const messages = {
  blank: 'Escreva uma mensagem.',
  tooLong: 'A mensagem deve ter no máximo 300 caracteres.',
  tooFast: 'Você pode enviar até 12 mensagens por minuto. Espere um pouco.',
  closed: 'A conversa desta transmissão está fechada.',
  locked: 'A conversa é de quem pode entrar na transmissão.',
  silenced: 'A equipe silenciou você nesta conversa. Você pode continuar lendo.',
  notYours: 'Só quem escreveu e a equipe removem uma mensagem.',
  staffSilence: 'A equipe não pode ser silenciada.',
} as const;

const text = z
  .string(messages.blank)
  .check(z.maxLength(10_000, { error: messages.tooLong, abort: true }), z.overwrite(oneLine));
/** Turns line breaks and runs of blanks into one blank, because a message is one paragraph. */
export function oneLine(message: string) {
  return message.replace(/[\s\p{Cc}]+/gu, ' ');
}

/** One paragraph of plain text. */
export const LiveMessageInput = body({
  text: z.pipe(text, requiredText(limits.message, messages.blank, messages.tooLong)),
});
export type LiveMessageInput = z.output<typeof LiveMessageInput>;

/** A message of a live. A removed one keeps its place, without text and author. */
export const LiveMessage = z.object({
  id: z.int(),
  /** Empty if the message was removed. */
  text: z.string(),
  removed: z.boolean(),
  created_at: time,
  /** Null if the message was removed or the author has left. */
  author: z.nullable(Writer),
});
export type LiveMessage = z.output<typeof LiveMessage>;

const LiveMessagePage = z.object({
  /** Oldest first. */
  data: listOf(LiveMessage),
  /** The cursor of older messages; null if there are none. */
  previous_cursor: z.nullable(z.string()),
  /** The viewer may read but not write. */
  silenced: z.boolean(),
});
/** The newest messages, or those before `before`, and what the viewer may do here. */
export type LiveMessagePage = z.output<typeof LiveMessagePage>;

const SilencedMember = z.object({
  member_id: z.int(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
});

type ChatState = 'soon' | 'open' | 'closed';

/** Whether members may write in the live's chat at `now`, in ms. */
export function chatState(live: Pick<ListedLive, 'starts_at' | 'ends_at'>, now: number): ChatState {
  if (now < new Date(live.starts_at).getTime() - limits.opensMinutes * MINUTE_MS) return 'soon';
  return now < endOfLive(live) + limits.closesMinutes * MINUTE_MS ? 'open' : 'closed';
}

const member = { access: 'member', source: 'ours' } as const;
const staff = { access: 'staff', source: 'ours' } as const;

/**
 * Ours: the conversation of a live. 403 without access or when silenced, 409 while it is closed.
 */
export const liveChat = {
  list: route('GET', '/api/v1/lives/{id}/messages', {
    ...member,
    query: z.object({ before: idCursor }),
    answer: LiveMessagePage,
  }),
  send: route('POST', '/api/v1/lives/{id}/messages', {
    ...member,
    status: 201,
    body: LiveMessageInput,
    answer: dataOf(LiveMessage),
  }),
  /** Members remove their own messages; staff remove any. */
  remove: route('DELETE', '/api/v1/lives/{id}/messages/{messageId}', { ...member, status: 204 }),
  silences: route('GET', '/api/v1/lives/{id}/silences', {
    ...staff,
    answer: listOf(SilencedMember),
  }),
  silence: route('PUT', '/api/v1/lives/{id}/silences/{memberId}', { ...staff, status: 204 }),
  unsilence: route('DELETE', '/api/v1/lives/{id}/silences/{memberId}', { ...staff, status: 204 }),
};
