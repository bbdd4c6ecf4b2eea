import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS, urlField } from './addresses.ts';
import { limits as lessonLimits } from './catalog.ts';
import {
  body,
  dataOf,
  flagAnswer,
  ids,
  listOf,
  requiredText,
  route,
  time as moment,
} from './core.ts';
import { messages as common } from './messages.ts';
import { readVideo } from './videos.ts';

/** `hoursWithoutEnd`: how long a live without an end is on air. */
export const limits = {
  perSchool: 500,
  title: 255,
  hoursWithoutEnd: 12,
  /** Whoever asked is reminded so long before the start. */
  reminderMinutes: 15,
} as const;

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

/** A provider's page or code, an HLS stream or a video file: kept as the address that plays. */
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

/** ISO 8601 with its offset. PostgreSQL knows fewer offsets and years than ISO 8601. */
const startMoment = z.iso.datetime({ offset: true, error: messages.wrongMoment }).check(
  z.overwrite(inUtc),
  z.refine((text: string) => /^2\d{3}-/.test(text), messages.wrongMoment),
);
/** A text that is no moment stays, and is refused beside it. */
function inUtc(text: string) {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
const endMoment = z.nullable(startMoment);

/** A link, a lesson's path, or a video in its provider's words. */
const recordingUrl = z.pipe(z.nullable(z.string().check(z.overwrite(playedAddress))), urlField);

function playedAddress(pasted: string) {
  return readVideo(pasted)?.url ?? pasted;
}

const optional = {
  ends_at: z.optional(endMoment),
  /** Who may enter; none is every member of the school. */
  product_ids: z.optional(ids),
  recording_url: z.optional(recordingUrl),
};

export const LiveInput = body({ title, url, starts_at: startMoment, ...optional });
export type LiveInput = z.output<typeof LiveInput>;

export const LivePatch = body({
  title: z.optional(title),
  url: z.optional(url),
  starts_at: z.optional(startMoment),
  ...optional,
});
export type LivePatch = z.output<typeof LivePatch>;

/** As the list has it for everybody. The address of a live travels in `shown` only. */
export const ListedLive = z.object({
  id: z.int(),
  title: z.string(),
  starts_at: moment,
  ends_at: z.nullable(moment),
  /** The viewer has none of its products. */
  locked: flagAnswer,
  /** The viewer asked to be reminded. */
  reminded: flagAnswer,
  /** It is over, and its recording waits for who may enter. */
  recorded: flagAnswer,
});
export type ListedLive = z.output<typeof ListedLive>;

/** As an admin edits it. It has no `version`: a change names its fields, and others stay (v1). */
export const EditableLive = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  starts_at: moment,
  ends_at: z.nullable(moment),
  /** Every member may enter. Without it and without products, only staff may. */
  open_to_all: flagAnswer,
  product_ids: z.array(z.int()),
  recording_url: z.nullable(z.string()),
  /** How many asked to be reminded. */
  reminders: z.int(),
});
export type EditableLive = z.output<typeof EditableLive>;

export const ShownLive = z.extend(ListedLive, {
  /** The server's clock, for the countdown. */
  now: moment,
  /** While it is on air, for who may enter; null otherwise. */
  url: z.nullable(z.string()),
  /** Once it is over, for who may enter; null otherwise. */
  recording_url: z.nullable(z.string()),
  /** The products that open it, where it is locked. */
  products: z.array(z.string()),
});
export type ShownLive = z.output<typeof ShownLive>;

export type LiveState = 'soon' | 'on' | 'over';

/** From here on nobody asks to be reminded, in ms: they are told now. */
export const reminderTime = ({ starts_at }: Pick<ListedLive, 'starts_at'>) =>
  new Date(starts_at).getTime() - limits.reminderMinutes * 60_000;

/** When a live is over, in ms. */
export const endOfLive = ({ starts_at, ends_at }: Pick<ListedLive, 'starts_at' | 'ends_at'>) =>
  ends_at === null
    ? new Date(starts_at).getTime() + limits.hoursWithoutEnd * 3_600_000
    : new Date(ends_at).getTime();

/** It is on air from its start on, and over at its end. */
export function liveState(live: Pick<ListedLive, 'starts_at' | 'ends_at'>, now: number): LiveState {
  if (now < new Date(live.starts_at).getTime()) return 'soon';
  return now < endOfLive(live) ? 'on' : 'over';
}

export const lives = {
  /** A live is on air that the viewer may enter. */
  hasLive: route('GET', '/api/platform/has-live', {
    access: 'member',
    source: 'C',
    answer: z.object({ show_live_alert: z.boolean() }),
  }),
  list: route('GET', '/api/v1/lives', {
    access: 'member',
    source: 'v1',
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
    answer: listOf(EditableLive),
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
