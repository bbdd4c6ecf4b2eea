import * as z from 'zod/mini';
import { isBareUrl } from './addresses.ts';
import { backgrounds } from './community-backgrounds.ts';
import { communityLimits, communityMessages } from './community-limits.ts';
import {
  communityTitle,
  communityDescription,
  communityUrl,
  statusParam,
} from './community-values.ts';
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
} from './core.ts';
import { messages as common } from './messages.ts';
import { color, nullIsBlank, plainText, version } from './settings-values.ts';
import { fontNames, type Font } from './site.ts';

// The legacy form of a community (A section 3). A school edits by it or by the new one (contract,
// decision 1).

// Input -----------------------------------------------------------------------------------------

/** An address from the legacy form, which sends it without a scheme (A section 2). */
const salesUrl = z.pipe(
  z.pipe(
    z.nullable(z.string().check(z.trim())),
    z.transform((text): string | null => withScheme(text ?? '')),
  ),
  communityUrl,
);
const withScheme = (text: string) => {
  const bare = text.replace(/^https?:\/\//i, '');
  return bare && !bare.startsWith('/') && isBareUrl(bare) ? `https://${bare}` : bare;
};

const colorOrNone = z.pipe(z.string(), z.union([z.literal(''), color]));
const preset = z
  .string()
  .check(
    z.refine(
      (path: string) => path === '' || backgrounds.some((one) => one.image === path),
      common.invalid,
    ),
  );
const font: z.ZodMiniType<Font | '', string> = z.pipe(
  z.string(),
  z.union([z.literal(''), z.enum(fontNames)]),
);

/**
 * The kinds of post that students may publish. The server reads `publication` as `publications` and
 * `allow_files` as `files`.
 */
const flagsInput = {
  publication: z.optional(flag),
  publications: z.optional(flag),
  comments: z.optional(flag),
  likes: z.optional(flag),
  text: z.optional(flag),
  allow_files: z.optional(flag),
  files: z.optional(flag),
  videos: z.optional(flag),
  images: z.optional(flag),
  carousels: z.optional(flag),
};

const permissions = z.pipe(
  z
    .array(z.unknown(), communityMessages.noProduct)
    .check(z.minLength(1, { error: communityMessages.noProduct, abort: true })),
  ids,
);

const legacy = {
  title: communityTitle,
  description: z.optional(communityDescription),
  background_color: z.optional(nullIsBlank(preset)),
  primary_text_color: z.optional(nullIsBlank(colorOrNone)),
  secondary_text_color: z.optional(nullIsBlank(colorOrNone)),
  shadow_color: z.optional(nullIsBlank(colorOrNone)),
  font_family: z.optional(nullIsBlank(font)),
  button_sales_text: z.optional(
    plainText(communityLimits.buttonText, communityMessages.buttonTooLong),
  ),
  sales_url: z.optional(salesUrl),
  show_ranking: z.optional(flag),
  show_continue_watching: z.optional(flag),
  ...flagsInput,
  links: z.optional(
    z.nullable(
      z
        .array(
          z.object({
            title: requiredText(
              communityLimits.title,
              common.required,
              communityMessages.linkTitleTooLong,
            ),
            url: z.pipe(
              salesUrl,
              z.string(common.invalidLink).check(z.minLength(1, common.invalidLink)),
            ),
          }),
        )
        .check(z.maxLength(communityLimits.links, communityMessages.tooManyLinks)),
    ),
  ),
  permissions_array: permissions,
};

/**
 * The create payload of A section 7. `principal` is ignored: the first community is the main one.
 */
export const LegacyInput = body(legacy);
export type LegacyInput = z.output<typeof LegacyInput>;
const LegacyChange = body({ ...legacy, id, active: z.optional(flag), version });

const MediaInput = body({ ...flagsInput, id });

const PlansInput = body({ community_id: id, permissions_array: permissions });

// Answers ----------------------------------------------------------------------------------------

const Plan = z.object({ plan_id: z.int(), plan_details: z.object({ title: z.string() }) });
const ContentFlags = z.object({
  publications: flagAnswer,
  comments: flagAnswer,
  likes: flagAnswer,
  text: flagAnswer,
  files: flagAnswer,
  allow_files: flagAnswer,
  videos: flagAnswer,
  images: flagAnswer,
  carousels: flagAnswer,
});
const Flags = z.object({ id: z.int(), ...ContentFlags.shape });

/** A link under the cover of a community. */
export const CommunityLink = z.object({ title: z.string(), url: z.string() });

/** A section 3, Community (legacy form). */
export const LegacyCommunity = z.object({
  id: z.int(),
  tenant_id: z.int(),
  title: z.string(),
  description: z.string(),
  background_color: z.string(),
  primary_text_color: z.string(),
  secondary_text_color: z.string(),
  shadow_color: z.string(),
  font_family: z.string(),
  button_sales_text: z.string(),
  sales_url: z.string(),
  active: flagAnswer,
  principal: flagAnswer,
  is_private: flagAnswer,
  show_ranking: flagAnswer,
  show_continue_watching: flagAnswer,
  order: z.int(),
  links: listOf(CommunityLink),
  version: z.int(),
  plans_with_access: listOf(Plan),
  ...ContentFlags.shape,
});
export type LegacyCommunity = z.output<typeof LegacyCommunity>;

// Routes ----------------------------------------------------------------------------------------

const admin = { access: 'admin', source: 'A' } as const;
const adminOurs = { access: 'admin', source: 'contract' } as const;

/** A section 7. */
export const legacyRoutes = {
  details: route('GET', '/api/auth/community/get-details/{tenant}/{communityId}', {
    access: 'member',
    source: 'A',
    answer: dataOf(LegacyCommunity),
  }),
  create: route('POST', '/api/auth/community/create', {
    ...adminOurs,
    status: 201,
    body: LegacyInput,
    answer: saved(LegacyCommunity),
  }),
  addPlans: route('POST', '/api/auth/community/add-plans', {
    ...admin,
    body: PlansInput,
    answer: saved(z.object({ plans_with_access: listOf(Plan) })),
  }),
  removePlans: route('POST', '/api/auth/community/remove-plans', {
    ...admin,
    body: PlansInput,
    answer: saved(z.object({ plans_with_access: listOf(Plan) })),
  }),
  toggle: route('PUT', '/api/auth/community/toggle-status/{tenant}/{communityId}/{status}', {
    ...admin,
    params: statusParam,
    answer: saved(z.object({ id: z.int(), active: flagAnswer })),
  }),
  update: route('PUT', '/api/auth/community/edit-community', {
    ...admin,
    body: LegacyChange,
    answer: saved(LegacyCommunity),
  }),
  updateMedia: route('PUT', '/api/auth/community/edit-content-media', {
    ...admin,
    body: MediaInput,
    answer: saved(Flags),
  }),
  remove: route('DELETE', '/api/auth/community/delete/{tenant}/{communityId}', {
    ...admin,
    answer: message,
  }),
};
