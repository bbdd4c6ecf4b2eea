import { communities } from '@vitrine/contract/communities';
import { idIn } from '@vitrine/contract/pages';
import { posts, limits } from '@vitrine/contract/posts';
import { withMembersCount } from '../../kit/community-members.ts';
import { answerOf, firstCall, pageWith } from '../../kit/http/first-call.ts';
import { cursorPage } from '../../kit/rows/pagination.ts';
import { orNotFound } from '../../platform/app-error.ts';
import {
  communityPageQuery,
  communityPageValuesWithCache,
  firstFeedPage,
} from './community-page.reader.ts';
import { withUrls } from './post-json.ts';
import { postPageQuery } from './posts.reader.ts';

/** The calls that the pages of a community and of a post begin with. */
export const postsFirstCalls = {
  'communities.show': firstCall({
    query: communityPageQuery,
    // `?canal=`, as the page reads it.
    values: ({ school, id, query }) => {
      const channel = query['canal'];
      const channelId = (typeof channel === 'string' && idIn(channel)) || 0;
      return communityPageValuesWithCache(school.tenant.id, { communityId: id, channelId });
    },
    async answer(platform, { member }, row, id) {
      const { channel_id, ...found } = orNotFound(row);
      const community = await withMembersCount(platform, found.community, found.members_version);
      const feed = await firstFeedPage(platform, member, row!);
      return pageWith([
        answerOf(communities.show, id, { data: community }),
        ...(channel_id && feed ? [answerOf(posts.list, channel_id, feed, '?order=pinned')] : []),
      ]);
    },
  }),

  'posts.show': firstCall({
    query: postPageQuery,
    values: ({ id }) => ({ postId: id }),
    async answer(platform, _viewer, row, id) {
      const { post, comments, ...found } = orNotFound(row);
      const community = await withMembersCount(platform, found.community, found.members_version);
      const page = cursorPage(comments, limits.page, (last) => String(last.id));
      return pageWith([
        answerOf(posts.show, id, { data: withUrls(platform, post) }),
        answerOf(communities.show, community.id, { data: community }),
        answerOf(posts.comments, id, { ...page, previous_cursor: null }),
      ]);
    },
  }),
};
