import { communities } from '@vitrine/contract/communities';
import type { FastifyInstance } from 'fastify';
import { withMembersCount } from '../../kit/community-members.ts';
import { hotRead } from '../../kit/http/call.ts';
import { answerOf, firstCall, pageWith } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { channelHandlers } from './channels.handlers.ts';
import { communitiesQuery, communityQuery, readContents } from './communities.reader.ts';
import { configHandlers } from './config.handlers.ts';
import { legacyHandlers } from './legacy.handlers.ts';

/** @returns the call that the explorer begins with. */
export function mountCommunities(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'communities',
    communities,
    {
      ...legacyHandlers(platform),

      ...configHandlers(platform),

      list: hotRead({
        query: communitiesQuery,
        values: () => ({}),
        answer: async (_platform, _call, row) => row!.communities,
      }),
      show: hotRead({
        query: communityQuery,
        values: ({ params }) => ({ communityId: params.id }),
        async answer(_platform, _call, row) {
          const { community, members_version } = orNotFound(row);
          return { data: await withMembersCount(platform, community, members_version) };
        },
      }),
      contents: async (tx, { params }) => ({
        data: await readContents(tx, 'communities', params.id),
      }),
      ...channelHandlers,
    },
    {
      subject: 'communities',
      subjects: {
        updateChannel: 'channels',
        update: { of: 'communities', field: 'id' },
        updateMedia: { of: 'communities', field: 'id' },
        addPlans: { of: 'communities', field: 'community_id' },
        removePlans: { of: 'communities', field: 'community_id' },
      },
    },
  );

  const explorer = firstCall({
    query: communitiesQuery,
    values: () => ({}),
    answer: async (_platform, _viewer, row) =>
      pageWith([answerOf(communities.list, 0, row!.communities)]),
  });
  return { 'communities.list': explorer };
}
