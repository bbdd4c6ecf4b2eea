import * as z from 'zod/mini';
import { communityLimits, communityMessages } from './community-limits.ts';
import { body, dataOf, ids, listOf, requiredText, route, trimmedText } from './core.ts';
import { messages as common } from './messages.ts';
import { version } from './settings-values.ts';

// Input -----------------------------------------------------------------------------------------

const channelTitle = requiredText(
  communityLimits.channelTitle,
  communityMessages.channelRequired,
  communityMessages.channelTooLong,
);
const channelDescription = trimmedText(
  communityLimits.channelDescription,
  communityMessages.channelDescriptionTooLong,
);
/** A new channel of a community (contract, decision 2). It goes behind the last one. */
export const ChannelInput = body({
  title: channelTitle,
  description: z.optional(channelDescription),
  /** Empty: open to all members of the community. */
  product_ids: z._default(ids, []),
});
export type ChannelInput = z.output<typeof ChannelInput>;
/** A missing field keeps its value. */
export const ChannelPatch = body({
  title: z.optional(channelTitle),
  description: z.optional(channelDescription),
  product_ids: z.optional(ids),
  /**
   * The position among the channels of the community, from 1. A larger number means the last
   * position.
   */
  order: z.optional(z.int(common.invalid).check(z.minimum(1, common.invalid))),
  version,
});
export type ChannelPatch = z.output<typeof ChannelPatch>;

// Answers ----------------------------------------------------------------------------------------

/** A channel for the viewer. */
export const Channel = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  order: z.int(),
  locked: z.boolean(),
  /** New posts since the viewer's last visit, at most 100; 0 if the channel is locked. */
  unread: z.int(),
  /**
   * Open to chosen products only. It stays restricted after the last of these products is deleted.
   */
  restricted: z.boolean(),
  /**
   * The products that open the channel, by title, so that the viewer knows what a lock needs.
   * Inactive products open nothing; only staff get them, because staff choose the products.
   */
  products: listOf(z.object({ id: z.int(), title: z.string() })),
  version: z.int(),
});
export type Channel = z.output<typeof Channel>;

/** The numbers of what is deleted with a community or a channel. */
export const CommunityContents = z.object({
  channels: z.int(),
  posts: z.int(),
  comments: z.int(),
});
export type CommunityContents = z.output<typeof CommunityContents>;

// Routes ----------------------------------------------------------------------------------------

/** v1; the numbers of a channel are ours. */
export const channelRoutes = {
  createChannel: route('POST', '/api/v1/communities/{id}/channels', {
    access: 'admin',
    source: 'v1',
    status: 201,
    body: ChannelInput,
    answer: dataOf(Channel),
  }),
  updateChannel: route('PATCH', '/api/v1/channels/{id}', {
    access: 'admin',
    source: 'v1',
    body: ChannelPatch,
    answer: dataOf(Channel),
  }),
  removeChannel: route('DELETE', '/api/v1/channels/{id}', {
    access: 'admin',
    source: 'v1',
    status: 204,
  }),
  channelContents: route('GET', '/api/v1/channels/{id}/contents', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(CommunityContents),
  }),
};
