import * as z from 'zod/mini';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  listOf,
  message,
  requiredText,
  route,
  saved,
  time,
} from './core.ts';
import { animations, MAX_SCORE, Permission, ShownLevel, someProducts } from './gamification.ts';
import { color, image, patchOf, wholeNumber } from './settings-values.ts';
import { limits as uploads, messages as uploadMessages } from './uploads.ts';

/** B section 9. */
export const limits = { name: 32, nameOnEdit: 150 } as const;

/** B sections 5 and 8, and contract, Points; the rest are ours. */
export const messages = {
  required: 'Obrigatório',
  created: 'Novo nível criado.',
  createFailed: 'Falha ao deletar o Nível, tente novamente.',
  updated: 'Nível atualizado com sucesso.',
  updateFailed: 'Falha ao atualizar o nível! Tente novamente.',
  removed: 'Nível excluído com sucesso.',
  removeFailed: 'Falha ao deletar o Nível, tente novamente.',
  permissionRemoved: 'Produto excluído das permissões',
  nameTooLong: 'O nome deve ter no máximo 32 caracteres.',
  nameTooLongOnEdit: 'O nome deve ter no máximo 150 caracteres.',
  imageTooLarge: uploadMessages.badgeTooLarge,
} as const;

const neededScore = wholeNumber(0, MAX_SCORE);

const columns = {
  color,
  img: image,
  show_level_on_profile: flag,
  show_score_on_profile: flag,
  animation: z.enum(animations),
};

/** B section 7, Levels. The name has 32 characters at most (B section 5). */
export const LevelInput = body({
  name: requiredText(limits.name, messages.required, messages.nameTooLong),
  needed_score: z._default(neededScore, 0),
  ...patchOf(columns),
});
export type LevelInput = z.output<typeof LevelInput>;

/** A missing field keeps its value. The name has 150 characters at most (B section 5). */
export const LevelChange = body({
  id,
  name: z.optional(requiredText(limits.nameOnEdit, messages.required, messages.nameTooLongOnEdit)),
  needed_score: z.optional(neededScore),
  ...patchOf(columns),
});
export type LevelChange = z.output<typeof LevelChange>;

/** B section 3, Level. `img` and `url_img` are the same address. */
export const Level = z.object({
  id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  needed_score: z.int(),
  color: z.string(),
  img: z.nullable(z.string()),
  url_img: z.nullable(z.string()),
  show_level_on_profile: flagAnswer,
  show_score_on_profile: flagAnswer,
  animation: z.enum(animations),
});
export type Level = z.output<typeof Level>;

const ReachedLevel = z.extend(ShownLevel, { animation: z.enum(animations), reached_at: time });
/** The level that a member has just reached, for its celebration. */
export type ReachedLevel = z.output<typeof ReachedLevel>;

const LevelPermission = z.extend(Permission, { level_id: z.int() });

/** B section 5, with the image types that may be animated. */
export const badgePart = {
  bytes: uploads.badge,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  tooLarge: messages.imageTooLarge,
} as const;

const queryScore = z.pipe(
  z.string().check(z.regex(/^\d{1,10}$/)),
  z.pipe(z.transform(Number), z.int().check(z.maximum(MAX_SCORE))),
);

/** Ids of products: '3,12'. Empty for none. */
const queryProducts = z.pipe(
  z.string().check(z.maxLength(4_000), z.regex(/^(?:[1-9]\d{0,15}(?:,[1-9]\d{0,15})*)?$/)),
  z.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
);

const base = '/api/auth/ranking/levels';
const admin = { access: 'admin', source: 'B' } as const;

/** No `version`: B fixes the bodies of these calls. */
export const levels = {
  list: route('GET', `${base}/get/{tenant}`, {
    access: 'member',
    source: 'B',
    answer: listOf(Level),
  }),
  create: route('POST', `${base}/create`, {
    ...admin,
    status: 201,
    body: LevelInput,
    files: { img: badgePart },
    answer: z.object({ id: z.int(), message: z.string(), data: Level }),
  }),
  update: route('POST', `${base}/update`, {
    ...admin,
    body: LevelChange,
    files: { img: badgePart },
    answer: saved(Level),
  }),
  remove: route('DELETE', `${base}/delete/{levelId}/{tenant}`, { ...admin, answer: message }),
  addProducts: route('POST', `${base}/permissions/create`, {
    ...admin,
    status: 201,
    body: body({
      level_id: id,
      array_plans_id: someProducts,
      /** Ours: an undo of a removal moments ago. The server notifies nobody again. */
      put_back: z._default(flag, false),
    }),
    answer: listOf(LevelPermission),
  }),
  products: route('GET', `${base}/permissions/get-by-level/{tenant}/{levelId}`, {
    ...admin,
    answer: listOf(LevelPermission),
  }),
  removeProduct: route('DELETE', `${base}/permissions/delete/{permissionId}`, {
    ...admin,
    answer: message,
  }),
  /** Levels that the viewer reached by an action but has not seen celebrated, in order. */
  mine: route('GET', '/api/v1/me/levels', {
    access: 'member',
    source: 'ours',
    answer: listOf(ReachedLevel),
  }),
  seen: route('PUT', '/api/v1/me/levels/{id}/seen', {
    access: 'member',
    source: 'ours',
    status: 204,
  }),
  /**
   * A preview of a change: how many students would lose the level by another threshold, or where only
   * these products open it. Without products everybody loses it, as by its removal.
   */
  effect: route('GET', '/api/v1/levels/{id}/effect', {
    access: 'admin',
    source: 'ours',
    query: z.object({
      needed_score: z.optional(queryScore),
      product_ids: z.optional(queryProducts),
    }),
    answer: dataOf(z.object({ down: z.int() })),
  }),
};
