import { comments } from '@vitrine/contract/comments';
import { communities } from '@vitrine/contract/communities';
import { customHtml } from '@vitrine/contract/custom-html';
import { notifications } from '@vitrine/contract/notifications';
import { points } from '@vitrine/contract/points';
import { posts } from '@vitrine/contract/posts';
import { ranking } from '@vitrine/contract/ranking';
import { rewards } from '@vitrine/contract/rewards';
import { useRemoveComment } from '../features/comments/comments.queries.ts';
import {
  useAddChannel,
  useAddCommunity,
  useAddLegacy,
  useAddPlans,
  useRemoveChannel,
  useRemoveCommunity,
  useRemovePlans,
  useSaveChannel,
  useSaveConfig,
  useSaveFlag,
  useSaveLegacy,
  useSetActive,
  useToggleStatus,
} from '../features/communities/communities.queries.ts';
import { useToggleCommunities, useTogglePage } from '../features/communities/switches.queries.ts';
import {
  useAddComment as useAddPostComment,
  useCloseComments,
  useKeep,
  usePin,
  usePublish,
  useRemoveAsStaff,
  useRemoveComment as useRemovePostComment,
  useRemovePost,
  useRemoveReportedComment,
  useRestorePost,
  useSilence,
  useUnpin,
  useUnsilence,
} from '../features/posts/posts.queries.ts';
import { testRefreshes } from './refreshes.tsx';

const communityReads = [
  communities.index,
  communities.list,
  communities.show,
  communities.config,
  communities.details,
  ranking.firstCommunity,
  notifications.communities,
  customHtml.list,
  customHtml.filters,
  customHtml.pages,
];

const pointReads = [points.mine, ranking.list, ranking.ownSeason, rewards.next];

const feeds = [posts.list, posts.search];

const moderationReads = [...feeds, posts.show, posts.allReports, posts.removed];

testRefreshes([
  {
    what: 'a new community',
    use: useAddCommunity,
    write: communities.createConfig,
    reads: [ranking.firstCommunity, notifications.communities],
  },
  {
    what: 'a new community of the legacy form',
    use: useAddLegacy,
    write: communities.create,
    reads: [ranking.firstCommunity, notifications.communities],
  },
  {
    what: 'a removed community',
    use: useRemoveCommunity,
    write: communities.remove,
    reads: communityReads,
  },
  {
    what: 'the switch of a community in the list',
    use: useToggleStatus,
    write: communities.toggle,
    reads: communityReads,
  },
  {
    what: 'the switch of a community in its form',
    use: useSetActive,
    write: communities.setActive,
    reads: communityReads,
  },
  {
    what: 'the form of a community',
    use: useSaveConfig,
    write: communities.updateConfig,
    reads: communityReads,
  },
  {
    what: 'the legacy form of a community',
    use: useSaveLegacy,
    write: communities.update,
    reads: communityReads,
  },
  {
    what: 'a product that opens a community',
    use: useAddPlans,
    write: communities.addPlans,
    reads: communityReads,
  },
  {
    what: 'a product that no longer opens a community',
    use: useRemovePlans,
    write: communities.removePlans,
    reads: communityReads,
  },
  {
    what: 'a kind of content of a community',
    use: () => useSaveFlag('likes'),
    write: communities.updateMedia,
    reads: [communities.details, communities.show, communities.list],
  },
  {
    what: 'the switch of all communities',
    use: useToggleCommunities,
    write: communities.toggleAll,
    reads: [communities.settings, ...communityReads],
  },
  {
    what: 'the switch of the page of communities',
    use: useTogglePage,
    write: communities.togglePage,
    reads: [communities.settings],
  },
  {
    what: 'a new channel',
    use: useAddChannel,
    write: communities.createChannel,
    reads: [communities.show, communities.list, communities.index],
  },
  {
    what: 'a changed channel',
    use: useSaveChannel,
    write: communities.updateChannel,
    reads: [communities.show, communities.list],
  },
  {
    what: 'a removed channel',
    use: useRemoveChannel,
    write: communities.removeChannel,
    reads: [communities.show, communities.list, communities.index],
  },
  { what: 'a new post', use: usePublish, write: posts.create, reads: feeds },
  { what: 'a pinned post', use: usePin, write: posts.pin, reads: [...feeds, posts.show] },
  { what: 'an unpinned post', use: useUnpin, write: posts.unpin, reads: [...feeds, posts.show] },
  {
    what: 'the closed comments of a post',
    use: useCloseComments,
    write: posts.closeComments,
    reads: [...feeds, posts.show],
  },
  {
    what: 'a post that staff removed',
    use: useRemoveAsStaff,
    write: posts.removeAsStaff,
    reads: moderationReads,
  },
  {
    what: 'a post that staff restored',
    use: useRestorePost,
    write: posts.restore,
    reads: moderationReads,
  },
  {
    what: 'a new comment of a post',
    use: useAddPostComment,
    write: posts.createComment,
    reads: [posts.comments, posts.show, posts.list],
  },
  { what: 'an answered report', use: useKeep, write: posts.keep, reads: [posts.allReports] },
  {
    what: 'a reported comment that was removed',
    use: useRemoveReportedComment,
    write: posts.removeComment,
    reads: [posts.allReports],
  },
  {
    what: 'a person who was silenced',
    use: useSilence,
    write: posts.silence,
    reads: [posts.silences, posts.allReports],
  },
  {
    what: 'a person who may write again',
    use: useUnsilence,
    write: posts.unsilence,
    reads: [posts.silences, posts.allReports],
  },
  {
    what: 'the points of a removed post',
    use: useRemovePost,
    write: posts.remove,
    reads: [...feeds, ...pointReads],
  },
  {
    what: 'the points of a removed comment of a post',
    use: useRemovePostComment,
    write: posts.removeComment,
    reads: [posts.comments, posts.show, posts.list, ...pointReads],
  },
  {
    what: 'the points of a removed comment of a lesson',
    use: useRemoveComment,
    write: comments.remove,
    reads: [comments.list, comments.show, ...pointReads],
  },
]);
