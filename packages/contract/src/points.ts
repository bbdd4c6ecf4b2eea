import * as z from 'zod/mini';
import {
  body,
  dataOf,
  day,
  flag,
  flagAnswer,
  id,
  idCursor,
  listOf,
  maxCharacters,
  message,
  requiredText,
  route,
  saved,
  time,
} from './core.ts';
import { Permission, ShownLevel, someProducts } from './gamification.ts';
import { messages as common } from './messages.ts';
import { Person } from './people.ts';
import { recordOf } from './record-of.ts';
import { wholeNumber } from './settings-values.ts';

/** Ours; `previewDays` is from contract, Points. */
export const limits = {
  name: 32,
  points: 1_000_000,
  interactions: 1_000,
  note: 500,
  previewDays: 365,
  /** Rows per page of the ledger, and rows of each list of a preview. */
  entries: 50,
  previewRows: 100,
} as const;

/** B sections 5 and 8, and contract, Points; the rest are ours. */
export const messages = {
  required: 'Obrigatório',
  created: 'Pontuação criada com sucesso.',
  updated: 'Pontuação atualizada com sucesso.',
  productRemoved: 'Produto excluído das permissões',
  exists: 'A pontuação já foi criada. Atualize-a.',
  nameTooLong: 'O nome dos pontos deve ter no máximo 32 caracteres.',
  noteTooLong: 'O motivo deve ter no máximo 500 caracteres.',
  saveFailed: 'A pontuação não foi salva. Tente de novo.',
} as const;

/** The actions, with their names on the wire (B section 3). */
export const platformActions = [
  'login',
  'watch_class',
  'finish_class',
  'finish_module',
  'finish_course',
  'comment_class',
  'like_class',
] as const;
/** The actions of a community that score, with their names in the daily rules (B section 3). */
export const communityActions = ['post', 'comment', 'reply', 'like'] as const;
type PlatformAction = (typeof platformActions)[number];
type CommunityAction = (typeof communityActions)[number];
/** An action that scores. */
export type Action = PlatformAction | CommunityAction;
/** All actions that score, in the order of the points drawer. */
export const actions: readonly Action[] = [...platformActions, ...communityActions];

/** The community's actions, with the names of their point values on the wire. */
export const communityFields = {
  post: 'score_posts',
  comment: 'score_comments',
  reply: 'score_replies',
  like: 'score_likes',
} as const satisfies Record<CommunityAction, string>;

/** Signing in scores only once a day, so it has no daily rule. */
export const dailyPlatformActions = platformActions.filter(
  (action): action is Exclude<PlatformAction, 'login'> => action !== 'login',
);

/** Blank means 0. */
const pointsValue = z._default(
  z.pipe(
    z.pipe(
      z.union([z.null(), z.number(), z.string()]),
      z.transform((given) => (String(given ?? '').trim() === '' ? 0 : given)),
    ),
    wholeNumber(0, limits.points),
  ),
  0,
);
const count = z._default(wholeNumber(0, limits.interactions), 0);

const rule = z.object({
  enable: z._default(flag, false),
  needed_interaction: count,
  plus_user_score: pointsValue,
});

const platformValues = z.object(recordOf(platformActions, () => pointsValue));
const communityValues = recordOf(Object.values(communityFields), () => pointsValue);
const name = z.optional(
  z.nullable(
    z.string(messages.required).check(z.trim(), maxCharacters(limits.name, messages.nameTooLong)),
  ),
);

/** Requests carry `custom_name` beside the values or, as answers do, inside `community`. */
const parameters = {
  custom_name: name,
  platform: z._default(platformValues, platformValues.parse({})),
  community: z._default(
    z.object({ ...communityValues, custom_name: name }),
    z.object(communityValues).parse({}),
  ),
};
const communityRules = z.partial(z.object(recordOf(communityActions, () => rule)));
const platformRules = z.partial(z.object(recordOf(dailyPlatformActions, () => rule)));
const perDay = {
  community_settings: z._default(communityRules, {}),
  platform_settings: z._default(platformRules, {}),
};

/** B section 7, `create-parameters`. A missing value is 0 (B section 5). */
export const PointsInput = body(parameters).check(
  z.refine((input: NamedPoints) => pointsName(input) !== '', {
    path: ['custom_name'],
    error: messages.required,
    // Beside the errors of the values, so that the answer names all of them.
    when: ({ value }) => Boolean((value as NamedPoints).community),
  }),
);
export type PointsInput = z.output<typeof PointsInput>;

interface NamedPoints {
  custom_name?: string | null | undefined;
  community: { custom_name?: string | null | undefined };
}

/** The name of the points of a request, wherever it carries it; '' if it has none. */
export const pointsName = ({ custom_name, community }: NamedPoints) =>
  custom_name ?? community.custom_name ?? '';

/** B section 7, `create-per-day-parameters`. It needs at least one rule. */
export const DailyInput = body({
  community_settings: z.optional(communityRules),
  platform_settings: z.optional(platformRules),
}).check(
  z.refine(
    ({ community_settings = {}, platform_settings = {} }) =>
      Object.keys({ ...community_settings, ...platform_settings }).length > 0,
    { path: ['platform_settings'], error: common.required },
  ),
);
export type DailyInput = z.output<typeof DailyInput>;

const PreviewInput = body({
  ...parameters,
  ...perDay,
  days: z._default(wholeNumber(1, limits.previewDays), 30),
});
/** Rules that are not saved yet, and the days whose actions they would score. */
export type PreviewInput = z.output<typeof PreviewInput>;

const RuleAnswer = z.object({
  enable: flagAnswer,
  needed_interaction: z.int(),
  plus_user_score: z.int(),
});

/** B section 7, `get-parameters`: the values of the actions, and the daily rules. */
export const Parameters = z.object({
  platform: z.object(recordOf(platformActions, () => z.int())),
  /** `custom_name` is empty until an admin creates the points. */
  community: z.object({
    custom_name: z.string(),
    ...recordOf(Object.values(communityFields), () => z.int()),
  }),
  per_day: z.object({
    community_settings: z.object(recordOf(communityActions, () => RuleAnswer)),
    platform_settings: z.object(recordOf(dailyPlatformActions, () => RuleAnswer)),
  }),
});
export type Parameters = z.output<typeof Parameters>;

/** Why an entry scored nothing; null if it scored. */
const reasons = ['counted_before', 'bonus_given', 'no_product', 'before_reset', 'manual'] as const;

/** An entry of the ledger (contract, Settled on 2026-11-22). Points taken back are negative. */
export const Entry = z.object({
  id: z.int(),
  action: z.string(),
  /** The kind of the object of the action. For a bonus: the action that earned it. */
  object_kind: z.string(),
  points: z.int(),
  at: time,
  thing: z.nullable(
    z.object({
      kind: z.string(),
      id: z.int(),
      /** Empty if the object is gone, or if a post has neither title nor text. */
      title: z.string(),
      /** Null if the object is gone. */
      url: z.nullable(z.string()),
      /** For a post: its channel. */
      place: z.nullable(z.string()),
    }),
  ),
  /** For a bonus: the entries that earned it. */
  bonus_of: listOf(z.int()),
  reason: z.nullable(z.enum(reasons)),
  note: z.string(),
});
export type Entry = z.output<typeof Entry>;

/** The score of a member in the running season, with a page of the ledger. */
export const Score = z.object({
  score: z.int(),
  points_name: z.string(),
  level: z.nullable(ShownLevel),
  next_level: z.nullable(ShownLevel),
  ledger: listOf(Entry),
  next_cursor: z.nullable(z.string()),
  season_id: z.nullable(z.int()),
  /** Consecutive days with points, up to today or yesterday, in the member's time zone. */
  streak: z.int(),
  /** Whether each of the last seven days there had points. Today comes last. */
  week: listOf(flagAnswer),
  /** Ours: the day of this answer there. */
  today: day,
  /** Number of the season's entries that scored nothing. */
  unscored: z.int(),
  /** The season's points, by source. */
  sources: z.object({
    lessons: z.int(),
    community: z.int(),
    bonus: z.int(),
    login: z.int(),
    manual: z.int(),
  }),
});
export type Score = z.output<typeof Score>;

/** The parts of a ledger that can be read alone. */
const ledgerParts = ['lessons', 'community', 'bonus', 'unscored'] as const;
/** A part of a ledger. */
export type LedgerPart = (typeof ledgerParts)[number];

const scoreQuery = z.object({
  season: z.optional(id),
  /** Only the entries of this part. The sums stay those of the season. */
  part: z.optional(z.enum(ledgerParts)),
  cursor: idCursor,
});

/** A figure with the saved rules, and with the tried ones. */
const compared = z.object({ saved: z.int(), tried: z.int() });

/** Number of columns of a preview's plot. */
export const PLOT_COLUMNS = 24;

/** The points, ranks, levels and rewards that unsaved rules would give (contract, Points). */
export const Preview = z.object({
  points: z.int(),
  members: z.int(),
  ranking: listOf(
    z.object({
      position: z.int(),
      user: Person,
      score: z.int(),
      /** The position with the saved rules; null if it is not among the first 100. */
      saved_position: z.nullable(z.int()),
    }),
  ),
  level_ups: listOf(z.object({ member: Person, level: ShownLevel })),
  rewards: listOf(
    z.object({ member: Person, reward: z.object({ id: z.int(), name: z.string() }) }),
  ),
  /** The members who score with one of both rules. */
  comparison: z.object({
    /** Half of them have at least this score. */
    half: compared,
    /** The level whose number of members changes most; null if none does. */
    level: z.nullable(z.object({ level: ShownLevel, members: compared })),
    /** The member who climbs most among the first 100; null if nobody climbs. */
    climber: z.nullable(z.object({ user: Person, saved: z.nullable(z.int()), tried: z.int() })),
    /**
     * Members by score. Each column spans `step` points; 5 in 100 members may be beyond the last.
     */
    plot: z.object({ step: z.int(), saved: listOf(z.int()), tried: listOf(z.int()) }),
  }),
});
export type Preview = z.output<typeof Preview>;

/** The student who scored an action most often yesterday (UTC). */
export const Yesterday = z.object({ action: z.string(), user: Person, times: z.int() });
export type Yesterday = z.output<typeof Yesterday>;

const ManualInput = body({
  points: z.int(common.invalid).check(
    z.minimum(-limits.points, common.invalid),
    z.maximum(limits.points, common.invalid),
    z.refine((given) => given !== 0, common.invalid),
  ),
  reason: requiredText(limits.note, common.required, messages.noteTooLong),
});

const base = '/api/auth/ranking/gamification/platform';
const admin = { access: 'admin', source: 'B' } as const;

/** No `version`: B fixes the bodies of these calls. */
export const points = {
  show: route('GET', `${base}/get-parameters/{tenant}`, { ...admin, answer: Parameters }),
  create: route('POST', `${base}/create-parameters`, {
    ...admin,
    status: 201,
    body: PointsInput,
    answer: saved(Parameters),
  }),
  update: route('PUT', `${base}/update-parameters`, {
    ...admin,
    body: PointsInput,
    answer: saved(Parameters),
  }),
  saveDaily: route('POST', `${base}/create-per-day-parameters`, {
    ...admin,
    body: DailyInput,
    answer: saved(Parameters),
  }),
  products: route('GET', '/api/auth/ranking/gamification-plans/get/{tenant}', {
    ...admin,
    answer: listOf(Permission),
  }),
  addProducts: route('POST', '/api/auth/ranking/gamification-plans/create', {
    ...admin,
    status: 201,
    body: body({ array_plans_id: someProducts }),
    answer: listOf(Permission),
  }),
  removeProduct: route('DELETE', '/api/auth/ranking/gamification-plans/delete/{planId}/{tenant}', {
    ...admin,
    answer: message,
  }),
  preview: route('POST', '/api/v1/points/preview', {
    access: 'admin',
    source: 'v1',
    body: PreviewInput,
    answer: dataOf(Preview),
  }),
  yesterday: route('GET', '/api/v1/points/yesterday', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(listOf(Yesterday)),
  }),
  give: route('POST', '/api/v1/members/{id}/points', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ManualInput,
    answer: dataOf(z.object({ score: z.int() })),
  }),
  ofMember: route('GET', '/api/v1/members/{id}/score', {
    access: 'staff',
    source: 'v1',
    query: scoreQuery,
    answer: dataOf(Score),
  }),
  mine: route('GET', '/api/v1/me/score', {
    access: 'member',
    source: 'v1',
    query: scoreQuery,
    answer: dataOf(Score),
  }),
};
