import * as z from 'zod/mini';
import { Channel, channelRoutes, CommunityContents } from './channels.ts';
import { configRoutes } from './community-config.ts';
import { CommunityLink, legacyRoutes } from './community-legacy.ts';
import { contentFlags } from './community-limits.ts';
import { statusParam } from './community-values.ts';
import { body, dataOf, flagAnswer, id, listOf, message, route, saved, time } from './core.ts';
import { recordOf } from './record-of.ts';

export * from './channels.ts';
export * from './community-config.ts';
export * from './community-legacy.ts';
export {
  communityLimits as limits,
  communityMessages as messages,
  contentFlags,
  coverColors,
  defaultCoverColor,
  defaultTitle,
  type ContentFlag,
} from './community-limits.ts';

/** A locked community reveals only its title, its cover and how to get access. */
export const CommunitySummary = z.object({
  id: z.int(),
  title: z.string(),
  tenant_id: z.int(),
  active: flagAnswer,
  principal: flagAnswer,
  order: z.int(),
  is_private: flagAnswer,
  locked: z.boolean(),
  cover_path: z.nullable(z.string()),
  cover_color: z.string(),
  background_color: z.string(),
  /** Number of channels. Null for students, because some channels may be hidden from them. */
  channels: z.nullable(z.int()),
});
export type CommunitySummary = z.output<typeof CommunitySummary>;

const Settings = z.object({
  active: flagAnswer,
  show_communities_page: flagAnswer,
  /** Whether this school edits by the legacy form (contract, decision 1). */
  legacy_form: flagAnswer,
});

const Upsell = z.object({ text: z.string(), link: z.nullable(z.string()) });

/**
 * A community for the viewer. A locked one reveals only its title, its cover and how to get access.
 */
export const Community = z.object({
  id: z.int(),
  tenant_id: z.int(),
  title: z.string(),
  description: z.string(),
  cover_path: z.nullable(z.string()),
  cover_color: z.string(),
  background_color: z.string(),
  primary_text_color: z.string(),
  secondary_text_color: z.string(),
  shadow_color: z.string(),
  font_family: z.string(),
  active: flagAnswer,
  principal: flagAnswer,
  order: z.int(),
  is_private: flagAnswer,
  hide_channels_groups: flagAnswer,
  has_ranking: flagAnswer,
  has_continue_watching: flagAnswer,
  locked: z.boolean(),
  /** Number of people who may enter. Null in lists, and for viewers who may not. */
  members_count: z.nullable(z.int()),
  upsell: z.nullable(Upsell),
  links: listOf(CommunityLink),
  channels: listOf(Channel),
  /** The kinds of post that the viewer may publish here. Staff may publish everything. */
  may: z.object(recordOf(contentFlags, () => z.boolean())),
  /** The viewer may read but not write. A null `silenced_until` means without end. */
  silenced: z.boolean(),
  silenced_until: z.nullable(time),
  /** The viewer knows of another community too. */
  has_others: z.boolean(),
});
export type Community = z.output<typeof Community>;

const adminOurs = { access: 'admin', source: 'contract' } as const;
const memberV1 = { access: 'member', source: 'v1' } as const;

/** A section 7 and contract, Communities. The legacy and the new form share one community. */
export const communities = {
  index: route('GET', '/api/auth/community/index/{tenant}', {
    access: 'member',
    source: 'contract',
    answer: listOf(CommunitySummary),
  }),
  ...legacyRoutes,
  order: route('POST', '/api/auth/community/reorder', {
    ...adminOurs,
    body: body({
      order: z.array(z.object({ id, order: z.int() })).check(z.maxLength(10_000)),
    }),
    answer: message,
  }),
  settings: route('GET', '/api/auth/community/settings/{tenant}', {
    access: 'member',
    source: 'contract',
    answer: dataOf(Settings),
  }),
  toggleAll: route('PUT', '/api/auth/community/settings/toggle-communities/{tenant}/{status}', {
    ...adminOurs,
    params: statusParam,
    answer: saved(z.object({ active: flagAnswer, version: z.int() })),
  }),
  togglePage: route('PUT', '/api/auth/community/settings/toggle-page/{tenant}/{status}', {
    ...adminOurs,
    params: statusParam,
    answer: saved(z.object({ show_communities_page: flagAnswer, version: z.int() })),
  }),
  ...configRoutes,

  list: route('GET', '/api/v1/communities', { ...memberV1, answer: listOf(Community) }),
  show: route('GET', '/api/v1/communities/{id}', { ...memberV1, answer: dataOf(Community) }),
  /** The numbers of what the community holds. The dialog shows them before deletion. */
  contents: route('GET', '/api/v1/communities/{id}/contents', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(CommunityContents),
  }),
  ...channelRoutes,
};
