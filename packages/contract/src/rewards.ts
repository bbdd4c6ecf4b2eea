import * as z from 'zod/mini';
import { isSafeUrl } from './addresses.ts';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  message,
  requiredText,
  route,
  saved,
  time,
  trimmedText,
  type FileRule,
} from './core.ts';
import { animations, MAX_SCORE, Permission, someProducts, songs } from './gamification.ts';
import { badgePart } from './levels.ts';
import { messages as common } from './messages.ts';
import { image, plainText, wholeNumber } from './settings-values.ts';
import { limits as uploads } from './uploads.ts';

/** B section 9; the rest are ours. */
export const limits = {
  name: 150,
  description: 250,
  links: 20,
  link: 2_000,
  embed: 5_000,
} as const;

/** B sections 2 and 5, and contract, Rewards; the rest are ours. */
export const messages = {
  created: 'Recompensa criada com sucesso.',
  updated: 'Recompensa atualizada com sucesso.',
  removed: 'Recompensa excluída com sucesso.',
  permissionRemoved: 'Produto excluído das permissões',
  wrongLink: 'Valor inválido, corrija e tente novamente',
  nameTooLong: 'O nome deve ter no máximo 150 caracteres.',
  descriptionTooLong: 'A descrição deve ter no máximo 250 caracteres.',
  needsScore: 'Diga quantos pontos são necessários.',
  needsQuiz: 'Escolha uma avaliação.',
  needsLesson: 'Escolha uma aula.',
  productFixed: 'O produto entregue não pode ser trocado depois de criado.',
  wrongEmbed:
    'Cole o endereço ou o código de um vídeo do YouTube, do Vimeo ou de outro player aceito.',
  embedTooLong: 'O código do vídeo deve ter no máximo 5.000 caracteres.',
  tooManyLinks: 'Uma recompensa tem no máximo 20 links.',
  saveFailed: 'A recompensa não foi salva. Tente de novo.',
} as const;

const criteria = ['score', 'quiz', 'lesson'] as const;
const deliveryTypes = ['file', 'link', 'insignia', 'embed', 'product'] as const;

const orNull = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.literal(''), schema]))),
    z.transform((given) => (given === '' ? null : given)),
  );

const link = z.string(messages.wrongLink).check(
  z.trim(),
  z.minLength(1, messages.wrongLink),
  z.maxLength(limits.link, messages.wrongLink),
  z.refine((url: string) => isSafeUrl(url), messages.wrongLink),
);

const columns = {
  description: plainText(limits.description, messages.descriptionTooLong),
  animation: z.enum(animations),
  song: z.pipe(
    z.nullable(z.enum(['', ...songs])),
    z.transform((song) => song ?? ''),
  ),
  file: image,
  img: image,
  embed: z.pipe(
    z.nullable(trimmedText(limits.embed, messages.embedTooLong)),
    z.transform((code) => code ?? ''),
  ),
  links: z.array(link, messages.wrongLink).check(z.maxLength(limits.links, messages.tooManyLinks)),
};

const fields = {
  criteria: z.optional(z.enum(criteria)),
  /** The form's name of the criterion. */
  reward_type: z.optional(z.enum(criteria)),
  needed_score: orNull(wholeNumber(0, MAX_SCORE)),
  quiz: orNull(id),
  lesson: orNull(id),
  deliverable_product: orNull(id),
  plansSelected: z.optional(ids),
  description: z.optional(columns.description),
  animation: z.optional(columns.animation),
  song: z.optional(columns.song),
  file: z.optional(columns.file),
  img: z.optional(columns.img),
  embed: z.optional(columns.embed),
  links: z.optional(columns.links),
};
const name = requiredText(limits.name, common.required, messages.nameTooLong);

interface NamedCriterion {
  criteria?: unknown;
  reward_type?: unknown;
  needed_score?: unknown;
  quiz?: unknown;
  lesson?: unknown;
}
const criterionOf = ({ criteria: chosen, reward_type }: NamedCriterion) => chosen ?? reward_type;
/** Runs beside the errors of other fields, so that the answer names all of them. */
const needs = (
  path: keyof NamedCriterion,
  error: string,
  isMet: (input: NamedCriterion) => boolean,
) => z.refine<NamedCriterion>(isMet, { path: [path], error, when: () => true });

/** A new reward, with what its criterion asks for. */
export const RewardInput = body({ name, ...fields }).check(
  needs(
    'criteria',
    common.required,
    (input) => input.criteria !== undefined || input.reward_type !== undefined,
  ),
  needs(
    'needed_score',
    messages.needsScore,
    (input) => criterionOf(input) !== 'score' || (input.needed_score ?? '') !== '',
  ),
  needs(
    'quiz',
    messages.needsQuiz,
    (input) => criterionOf(input) !== 'quiz' || Boolean(input.quiz),
  ),
  needs(
    'lesson',
    messages.needsLesson,
    (input) => criterionOf(input) !== 'lesson' || Boolean(input.lesson),
  ),
);
export type RewardInput = z.output<typeof RewardInput>;

/** A missing field keeps its value. `deliverable_product` cannot change (contract, Rewards). */
export const RewardChange = body({ name: z.optional(name), ...fields });
export type RewardChange = z.output<typeof RewardChange>;

/** The content of a reward. A file's `url` is signed for the member who earned it. */
export const Deliverable = z.object({
  type: z.enum(deliveryTypes),
  url: z.optional(z.string()),
  name: z.optional(z.string()),
  embed: z.optional(z.string()),
  product: z.optional(z.object({ id: z.int(), title: z.string() })),
});
export type Deliverable = z.output<typeof Deliverable>;

/** B section 3, Reward. `criteria` and `reward_type` are the same. */
export const Reward = z.object({
  id: z.int(),
  tenant_id: z.int(),
  name: z.string(),
  criteria: z.enum(criteria),
  reward_type: z.enum(criteria),
  needed_score: z.nullable(z.int()),
  quiz: z.nullable(z.int()),
  lesson: z.nullable(z.int()),
  description: z.string(),
  animation: z.enum(animations),
  song: z.string(),
  img: z.nullable(z.string()),
  links: listOf(z.string()),
  embed: z.string(),
  file: z.nullable(z.string()),
  deliverable_product: z.nullable(z.int()),
  plansSelected: listOf(z.int()),
  deliverables: listOf(Deliverable),
  /** Number of members who earned it. */
  earned: z.int(),
});
export type Reward = z.output<typeof Reward>;

/** A reward that the viewer earned. `seen` says whether its celebration was shown. */
export const EarnedReward = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  animation: z.enum(animations),
  song: z.string(),
  img: z.nullable(z.string()),
  earned_at: time,
  seen: flagAnswer,
  deliverables: listOf(Deliverable),
});
export type EarnedReward = z.output<typeof EarnedReward>;

/** A reward that the viewer can still earn. `missing`: the points that are missing. */
export const NextReward = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  img: z.nullable(z.string()),
  criteria: z.enum(criteria),
  needed_score: z.nullable(z.int()),
  missing: z.nullable(z.int()),
  /** The lesson or quiz to finish, if the viewer may open it. */
  thing: z.nullable(z.object({ title: z.string(), url: z.string() })),
});
export type NextReward = z.output<typeof NextReward>;

const RewardPermission = z.extend(Permission, { reward_id: z.int() });

const parts = {
  file: { bytes: uploads.image, types: [] },
  img: badgePart,
} satisfies Record<string, FileRule>;

const base = '/api/auth/ranking/rewards';
const admin = { access: 'admin', source: 'contract' } as const;

/** No `version`: a reward is small, and the last save of each field wins. */
export const rewards = {
  list: route('GET', `${base}/get/{tenant}`, { ...admin, answer: listOf(Reward) }),
  show: route('GET', `${base}/show/{tenant}/{rewardId}`, { ...admin, answer: dataOf(Reward) }),
  create: route('POST', `${base}/create`, {
    ...admin,
    status: 201,
    body: RewardInput,
    files: parts,
    answer: z.object({ id: z.int(), message: z.string(), data: Reward }),
  }),
  update: route('POST', `${base}/update/{rewardId}`, {
    ...admin,
    body: RewardChange,
    files: parts,
    answer: saved(Reward),
  }),
  remove: route('DELETE', `${base}/delete/{rewardId}/{tenant}`, { ...admin, answer: message }),
  addProducts: route('POST', `${base}/permissions/create`, {
    ...admin,
    status: 201,
    body: body({ reward_id: id, array_plans_id: someProducts }),
    answer: listOf(RewardPermission),
  }),
  products: route('GET', `${base}/permissions/get-by-reward/{tenant}/{rewardId}`, {
    ...admin,
    answer: listOf(RewardPermission),
  }),
  removeProduct: route('DELETE', `${base}/permissions/delete/{permissionId}`, {
    ...admin,
    answer: message,
  }),
  mine: route('GET', '/api/v1/me/rewards', {
    access: 'member',
    source: 'v1',
    /** Ours: `unseen` leaves out rewards that the member has seen. */
    query: z.object({ unseen: z._default(flag, false) }),
    answer: listOf(EarnedReward),
  }),
  next: route('GET', '/api/v1/me/rewards/next', {
    access: 'member',
    source: 'ours',
    answer: listOf(NextReward),
  }),
  /** The number of rewards that need a product which the viewer does not hold. */
  closed: route('GET', '/api/v1/me/rewards/closed', {
    access: 'member',
    source: 'ours',
    answer: dataOf(z.object({ count: z.int() })),
  }),
  seen: route('PUT', '/api/v1/me/rewards/{id}/seen', {
    access: 'member',
    source: 'v1',
    status: 204,
  }),
};
