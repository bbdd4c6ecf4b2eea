import * as z from 'zod/mini';
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
  ids,
  listOf,
  pageNumber,
  pageOf,
  route,
  saved,
  searchText,
} from './core.ts';
import { color, image, plainText, version } from './settings-values.ts';
import { imagePart } from './uploads.ts';

// The new form of a community (A section 3).

// Input -----------------------------------------------------------------------------------------

/**
 * The new form. The server requires upsell and products while the community is private (A section
 * 5).
 */
const config = {
  title: z.optional(communityTitle),
  description: z.optional(communityDescription),
  background_color: z.optional(color),
  is_private: z.optional(flag),
  hide_channels_groups: z.optional(flag),
  has_ranking: z.optional(flag),
  has_continue_watching: z.optional(flag),
  product_ids: z.optional(ids),
  upsell_text: z.optional(plainText(communityLimits.upsellText, communityMessages.titleTooLong)),
  upsell_link: z.optional(communityUrl),
  isActive: z.optional(flag),
  /** The path of the cover; empty or null removes it. The file part `cover` replaces it. */
  cover_path: z.optional(image),
};
interface SentConfig {
  is_private?: unknown;
  upsell_text?: unknown;
  upsell_link?: unknown;
  product_ids?: unknown;
}

const isBlank = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);
const isBlankOrMissing = (value: unknown) => value === undefined || isBlank(value);

/** Runs beside the errors of other fields, so that the answer names all of them. */
const needsWhilePrivate = (isLacking: (value: unknown) => boolean) =>
  (
    [
      ['upsell_text', communityMessages.upsellTextRequired],
      ['upsell_link', communityMessages.upsellLinkRequired],
      ['product_ids', communityMessages.productRequired],
    ] as const
  ).map(([field, error]) =>
    z.refine<SentConfig>((sent) => sent.is_private !== true || !isLacking(sent[field]), {
      path: [field],
      error,
      when: () => true,
    }),
  );

/**
 * A section 3, new config form. Upsell and products are required while `is_private` is on. A missing
 * field keeps its value, so only the server can judge it.
 */
export const ConfigInput = body({ ...config, version }).check(...needsWhilePrivate(isBlank));
export type ConfigInput = z.output<typeof ConfigInput>;

const NewConfigInput = body(config).check(...needsWhilePrivate(isBlankOrMissing));

// Answers ----------------------------------------------------------------------------------------

const Product = z.object({ id: z.int(), title: z.string(), status: z.string() });

/** A section 3, Community (new config form). */
export const CommunityConfig = z.object({
  id: z.int(),
  cover_path: z.nullable(z.string()),
  background_color: z.string(),
  title: z.string(),
  description: z.string(),
  is_private: flagAnswer,
  hide_channels_groups: flagAnswer,
  has_ranking: flagAnswer,
  has_continue_watching: flagAnswer,
  product_ids: listOf(z.string()),
  upsell_text: z.string(),
  upsell_link: z.nullable(z.string()),
  isActive: flagAnswer,
  version: z.int(),
  /** The products of `product_ids`, with their titles. */
  products: listOf(Product),
});
export type CommunityConfig = z.output<typeof CommunityConfig>;

// Routes ----------------------------------------------------------------------------------------

const admin = { access: 'admin', source: 'contract' } as const;

/** Contract, Communities. */
export const configRoutes = {
  config: route('GET', '/api/auth/v2/community/config/{tenant}/{communityId}', {
    ...admin,
    answer: dataOf(CommunityConfig),
  }),
  createConfig: route('POST', '/api/auth/v2/community/config/{tenant}', {
    ...admin,
    status: 201,
    body: NewConfigInput,
    files: { cover: imagePart },
    answer: saved(CommunityConfig),
  }),
  updateConfig: route('PUT', '/api/auth/v2/community/config/{tenant}/{communityId}', {
    ...admin,
    body: ConfigInput,
    files: { cover: imagePart },
    answer: saved(CommunityConfig),
  }),
  setActive: route('PUT', '/api/auth/v2/community/active/{tenant}/{communityId}/{status}', {
    ...admin,
    params: statusParam,
    answer: saved(z.object({ id: z.int(), isActive: flagAnswer })),
  }),
  products: route('GET', '/api/auth/v2/community/products/{tenant}', {
    ...admin,
    query: z.object({ search: searchText, page: pageNumber }),
    answer: pageOf(Product),
  }),
};
