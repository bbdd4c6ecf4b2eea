import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS, urlField } from './addresses.ts';
import { limits as lessonLimits } from './catalog-limits.ts';
import {
  body,
  dataOf,
  flagAnswer,
  ids,
  listOf,
  requiredText,
  route,
  rowCount,
  time,
} from './core.ts';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { readVideo } from './videos.ts';

/** `hoursWithoutEnd`: the duration of a live without an end. */
export const limits = {
  perSchool: 500,
  title: 255,
  hoursWithoutEnd: 12,
  /** The reminder is sent this long before the start. */
  reminderMinutes: 15,
} as const;

/** Ours. */
export const messages = {
  created: 'Transmissão criada com sucesso.',
  updated: 'Transmissão atualizada com sucesso.',
  removed: 'Transmissão excluída com sucesso.',
  wrongUrl: 'Cole o endereço ou o código de um player, ou de uma transmissão HLS.',
  wrongMoment: 'Informe o dia e o horário.',
  endFirst: 'O fim precisa vir depois do início.',
  reminded: 'Vamos avisar você 15 minutos antes do início.',
  notReminded: 'Lembrete desligado.',
  tooLateToRemind: 'Esta transmissão já vai começar.',
  locked: 'O lembrete é de quem pode entrar na transmissão.',
  full: 'Sua escola pode ter no máximo 500 transmissões. Exclua uma antiga.',
} as const;

const title = requiredText(limits.title, common.required, common.titleTooLong);

/**
 * A provider's page or embed code, an HLS stream or a video file. The server stores the player's
 * address.
 */
const url = z.string(common.required).check(
  z.trim(),
  z.minLength(1, { error: common.required, abort: true }),
  z.maxLength(lessonLimits.embed, { error: messages.wrongUrl, abort: true }),
  z.refine((pasted: string) => readVideo(pasted) !== null, {
    error: messages.wrongUrl,
    abort: true,
  }),
  z.overwrite(playedAddress),
  z.maxLength(MAX_URL_CHARACTERS, messages.wrongUrl),
);

const startMoment = momentIn(messages.wrongMoment);
const endMoment = z.nullable(startMoment);

/** A link, a lesson's path, or what a video provider offers to copy. */
const recordingUrl = z.pipe(z.nullable(z.string().check(z.overwrite(playedAddress))), urlField);

function playedAddress(pasted: string) {
  return readVideo(pasted)?.url ?? pasted;
}

const optional = {
  ends_at: z.optional(endMoment),
  /** The products that open the live; none opens it to every member of the school. */
  product_ids: z.optional(ids),
  recording_url: z.optional(recordingUrl),
};

/** A live without `ends_at` ends `hoursWithoutEnd` after its start. */
export const LiveInput = body({ title, url, starts_at: startMoment, ...optional });
export type LiveInput = z.output<typeof LiveInput>;

/** A missing field keeps its value. */
export const LivePatch = body({
  title: z.optional(title),
  url: z.optional(url),
  starts_at: z.optional(startMoment),
  ...optional,
});
export type LivePatch = z.output<typeof LivePatch>;

/** A live in the list, for every viewer. Only `ShownLive` carries the live's address. */
export const ListedLive = z.object({
  id: z.int(),
  title: z.string(),
  starts_at: time,
  ends_at: z.nullable(time),
  /** Ours: the server's clock. That of a device may be wrong. */
  now: time,
  /** The viewer holds none of its products. */
  locked: flagAnswer,
  /** The viewer has asked for a reminder. */
  reminded: flagAnswer,
  /** The live is over and has a recording for those with access. */
  recorded: flagAnswer,
});
export type ListedLive = z.output<typeof ListedLive>;

/** A live for the edit form. It has no `version`: a change sends only the changed fields (v1). */
export const EditableLive = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  starts_at: time,
  ends_at: z.nullable(time),
  /** Open to every member. Without this flag and without products, only staff may enter. */
  open_to_all: flagAnswer,
  product_ids: z.array(z.int()),
  recording_url: z.nullable(z.string()),
  /** Number of members who asked for a reminder. */
  reminders: z.int(),
});
export type EditableLive = z.output<typeof EditableLive>;

/** The page of one live. `url` travels to nobody without access (contract, People). */
export const ShownLive = z.extend(ListedLive, {
  /** Set while the live is on air and the viewer has access; otherwise null. */
  url: z.nullable(z.string()),
  /** Set once the live is over and the viewer has access; otherwise null. */
  recording_url: z.nullable(z.string()),
  /** The products that open a locked live. */
  products: z.array(z.string()),
});
export type ShownLive = z.output<typeof ShownLive>;

/** Before the start, on air, or after the end. */
export type LiveState = 'soon' | 'on' | 'over';

/** When the reminder is due, in ms. After it nobody can ask for one. */
export const reminderTime = ({ starts_at }: Pick<ListedLive, 'starts_at'>) =>
  new Date(starts_at).getTime() - limits.reminderMinutes * MINUTE_MS;

/** The end of a live, in ms. */
export const endOfLive = ({ starts_at, ends_at }: Pick<ListedLive, 'starts_at' | 'ends_at'>) =>
  ends_at === null
    ? new Date(starts_at).getTime() + limits.hoursWithoutEnd * HOUR_MS
    : new Date(ends_at).getTime();

/** A live is on air from its start until its end. */
export function liveState(live: Pick<ListedLive, 'starts_at' | 'ends_at'>, now: number): LiveState {
  if (now < new Date(live.starts_at).getTime()) return 'soon';
  return now < endOfLive(live) ? 'on' : 'over';
}

/** C section 7 (`has-live`), v1 and contract, decision 14. */
export const lives = {
  /** Whether a live is on air that the viewer may enter. */
  hasLive: route('GET', '/api/platform/has-live', {
    access: 'member',
    source: 'C',
    answer: z.object({ show_live_alert: z.boolean() }),
  }),
  list: route('GET', '/api/v1/lives', {
    access: 'member',
    source: 'v1',
    /** Ours: `first` reads so many of them. */
    query: z.object({ first: z.optional(rowCount) }),
    answer: listOf(ListedLive),
  }),
  show: route('GET', '/api/v1/lives/{id}', {
    access: 'member',
    source: 'ours',
    answer: dataOf(ShownLive),
  }),
  editable: route('GET', '/api/v1/lives/editable', {
    access: 'admin',
    source: 'ours',
    /** Ours: `now` is the server's clock. That of a device may be wrong. */
    answer: listOf(z.extend(EditableLive, { now: time })),
  }),
  create: route('POST', '/api/v1/lives', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: LiveInput,
    answer: dataOf(EditableLive),
  }),
  update: route('PATCH', '/api/v1/lives/{id}', {
    access: 'admin',
    source: 'v1',
    body: LivePatch,
    answer: dataOf(EditableLive),
  }),
  remove: route('DELETE', '/api/v1/lives/{id}', { access: 'admin', source: 'v1', status: 204 }),
  remind: route('PUT', '/api/v1/lives/{id}/reminder', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
  forget: route('DELETE', '/api/v1/lives/{id}/reminder', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
};
