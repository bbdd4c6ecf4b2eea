import * as z from 'zod/mini';
import { body, flag, flagAnswer, listOf, maxCharacters, message, route, saved } from './core.ts';
import { Permission, someProducts } from './gamification.ts';
import { messages as common } from './messages.ts';
import { pointLimits, pointMessages } from './point-limits.ts';
import { recordOf } from './record-of.ts';
import { wholeNumber } from './settings-values.ts';

// An admin says what each action scores, and who scores.

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
    wholeNumber(0, pointLimits.points),
  ),
  0,
);
const count = z._default(wholeNumber(0, pointLimits.interactions), 0);

const rule = z.object({
  enable: z._default(flag, false),
  needed_interaction: count,
  plus_user_score: pointsValue,
});

const platformValues = z.object(recordOf(platformActions, () => pointsValue));
const communityValues = recordOf(Object.values(communityFields), () => pointsValue);
const name = z.optional(
  z.nullable(
    z
      .string(pointMessages.required)
      .check(z.trim(), maxCharacters(pointLimits.name, pointMessages.nameTooLong)),
  ),
);

/** Requests carry `custom_name` beside the values or, as answers do, inside `community`. */
export const parameters = {
  custom_name: name,
  platform: z._default(platformValues, platformValues.parse({})),
  community: z._default(
    z.object({ ...communityValues, custom_name: name }),
    z.object(communityValues).parse({}),
  ),
};
const communityRules = z.partial(z.object(recordOf(communityActions, () => rule)));
const platformRules = z.partial(z.object(recordOf(dailyPlatformActions, () => rule)));
/** The daily rules of a request. An action that is left out has none. */
export const perDay = {
  community_settings: z._default(communityRules, {}),
  platform_settings: z._default(platformRules, {}),
};

/** B section 7, `create-parameters`. A missing value is 0 (B section 5). */
export const PointsInput = body(parameters).check(
  z.refine((input: NamedPoints) => pointsName(input) !== '', {
    path: ['custom_name'],
    error: pointMessages.required,
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

const base = '/api/auth/ranking/gamification/platform';
const admin = { access: 'admin', source: 'B' } as const;

/** No `version`: B fixes the bodies of these calls. */
export const ruleRoutes = {
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
};
