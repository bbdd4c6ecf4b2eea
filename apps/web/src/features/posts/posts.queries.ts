import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { communities, type Community } from '@vitrine/contract/communities';
import {
  posts,
  type Post,
  type PostComment,
  type PostCommentPage,
  type PostOrder,
  type PostReply,
} from '@vitrine/contract/posts';
import { scoreReads } from '../../kit/points/score-reads.ts';
import { changeCached } from '../../kit/queries/change-cached.ts';
import { useContractCursor } from '../../kit/queries/contract-cursor.ts';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { contractKey, useContractQuery } from '../../kit/queries/contract-query.ts';
import { useEditMutation } from '../../kit/queries/edit-mutation.ts';
import { readOnReturn, useFirstPage } from '../../kit/queries/first-page.ts';
import { useLike } from '../../kit/queries/like.ts';
import { itemsOf } from '../../kit/queries/load-more.ts';
import { call, hasStatus } from '../../platform/api.ts';

/** The posts of a channel, page after page. */
export const useFeed = (channelId: number, order: PostOrder) =>
  useContractCursor(posts.list, { params: { id: channelId }, query: { order } }, readOnReturn);

/** A search in a community, or one member's posts. */
export const usePostSearch = (
  communityId: number,
  { q, memberId }: { q: string; memberId: number | null },
) =>
  useContractCursor(
    posts.search,
    { params: { id: communityId }, query: { q, member_id: memberId } },
    { enabled: q !== '' || memberId !== null, ...readOnReturn },
  );

/** One post. 403 with the reason for the author of a removed one, 404 for others. */
export const usePost = (id: number) =>
  useContractQuery(posts.show, { params: { id } }, readOnReturn);

const lists = [posts.list, posts.search];
/** The composer passes its draft's idempotency key. */
export const usePublish = () => useContractMutation(posts.create, { refreshes: lists });
/** Saves the viewer's own post. Its new mentions are notified. */
export const useChangePost = () => useEditMutation(posts.update, [...lists, posts.show]);
/** Deletes the viewer's own post with its comments. */
export const useRemovePost = () =>
  useContractMutation(posts.remove, { refreshes: [...lists, ...scoreReads] });
/** Removes with a reason that the author reads. */
export const useRemoveAsStaff = () =>
  useContractMutation(posts.removeAsStaff, {
    refreshes: [...lists, posts.show, posts.allReports, posts.removed],
  });
/** Brings a removed post back within 30 days. */
export const useRestorePost = () =>
  useContractMutation(posts.restore, {
    refreshes: [...lists, posts.show, posts.allReports, posts.removed],
    failure: true,
  });
/** 409 where three posts of the channel are pinned. */
export const usePin = () =>
  useContractMutation(posts.pin, { refreshes: [...lists, posts.show], failure: true });
/** Takes a post from the top of its channel. */
export const useUnpin = () =>
  useContractMutation(posts.unpin, { refreshes: [...lists, posts.show], failure: true });
/** Closes the comments of a post, or opens them again. */
export const useCloseComments = () =>
  useContractMutation(posts.closeComments, { refreshes: [...lists, posts.show], failure: true });
/** Reports a post, or one of its comments, once per member. */
export const useReport = () => useContractMutation(posts.report);

/** Likes a post, or takes the like back. */
export const useLikePost = (post: Post) =>
  useLike(post, { like: posts.like, unlike: posts.unlike, shownBy: [...lists, posts.show] });

// Comments -----------------------------------------------------------------------------------------

interface Around {
  cursor?: string;
  before?: string;
  around?: number;
}

/** A post's comments, oldest first, both ways from where a link leads. */
export function usePostComments(postId: number, around: number | null) {
  const key = contractKey(posts.comments, { params: { id: postId } });
  const first = useFirstPage<PostCommentPage, Around>(key, {});
  const query = useInfiniteQuery({
    ...(around === null && first),
    queryKey: [...key, around],
    queryFn: ({ pageParam, signal }) => {
      const read = (query: Around) =>
        call(posts.comments, { params: { id: postId }, query, signal });
      // A link to a removed comment shows the first page.
      return read(pageParam).catch((error: unknown) => {
        const gone = hasStatus(error, 404);
        if (pageParam.around !== undefined && gone) return read({});
        throw error;
      });
    },
    initialPageParam: (around === null ? {} : { around }) as Around,
    getNextPageParam: ({ next_cursor }: PostCommentPage): Around | null =>
      next_cursor === null ? null : { cursor: next_cursor },
    getPreviousPageParam: ({ previous_cursor }: PostCommentPage): Around | null =>
      previous_cursor === null ? null : { before: previous_cursor },
    ...readOnReturn,
  });
  return { ...query, items: itemsOf(query.data?.pages) };
}

/** All replies of a comment, page after page. */
export const useReplies = (comment: PostComment) =>
  useContractCursor(
    posts.comments,
    { params: { id: comment.post_id }, query: { parent_id: comment.id } },
    readOnReturn,
  );

const commented = [posts.comments, posts.show, posts.list];
/** Adds a comment or a reply. A repeated request adds no second one. */
export const useAddComment = () =>
  useContractMutation(posts.createComment, { refreshes: commented, once: true });
/** Saves the text of the viewer's own comment. */
export const useChangeComment = () => useEditMutation(posts.updateComment, [posts.comments]);
/** Removes the text, and takes its points back. Replies stay. */
export const useRemoveComment = () =>
  useContractMutation(posts.removeComment, { refreshes: [...commented, ...scoreReads] });

/** Likes a comment, or takes the like back. */
export const useLikeComment = (comment: PostReply) =>
  useLike(comment, {
    like: posts.likeComment,
    unlike: posts.unlikeComment,
    shownBy: [posts.comments],
  });

// Unread posts ------------------------------------------------------------------------------------

let lastMark: Promise<unknown> = Promise.resolve();

/** Marks a channel as read up to a post, here at once and on the server. */
export function useMarkRead(communityId: number) {
  const client = useQueryClient();
  return (channelId: number, postId: number) => {
    changeChannels(client, communityId, (channel) =>
      channel.id === channelId ? { ...channel, unread: 0 } : channel,
    );
    // A failed request is repeated at the next visit.
    lastMark = call(posts.read, { params: { id: channelId }, body: { post_id: postId } }).catch(
      () => {},
    );
  };
}

/** Adds one unread post to a channel of the community. */
export function useCountUnread(communityId: number) {
  const client = useQueryClient();
  return (channelId: number) =>
    changeChannels(client, communityId, (channel) =>
      channel.id === channelId ? { ...channel, unread: channel.unread + 1 } : channel,
    );
}

/**
 * Refetches the unread counts of other channels. The open channel counts as read. A count that changed
 * meanwhile is newer than the answer, and stays.
 */
export function useReadUnread(communityId: number) {
  const client = useQueryClient();
  return async (openId: number) => {
    await lastMark; // else the answer counts posts that the viewer has just seen
    const before = unreadByChannel(client.getQueryData(communityKey(communityId)));
    const unread = unreadByChannel(await call(communities.show, { params: { id: communityId } }));
    changeChannels(client, communityId, (channel) =>
      channel.id === openId || channel.unread !== before.get(channel.id)
        ? channel
        : { ...channel, unread: unread.get(channel.id) ?? channel.unread },
    );
  };
}

const communityKey = (id: number) => contractKey(communities.show, { params: { id } });

const unreadByChannel = (answer: { data: Community } | undefined) =>
  new Map(answer?.data.channels.map(({ id, unread }) => [id, unread]));

function changeChannels(
  client: QueryClient,
  id: number,
  change: (channel: Community['channels'][number]) => Community['channels'][number],
) {
  changeCached(client, { queryKey: communityKey(id) }, ({ data }) => ({
    data: { ...data, channels: data.channels.map(change) },
  }));
}

/** Finds the people whom a text in this channel may mention. */
export const usePeople = (channelId: number, q: string | null) =>
  useContractQuery(
    posts.people,
    { params: { id: channelId }, query: { q } },
    { enabled: q !== null, placeholderData: (before) => before },
  );

// Moderation ---------------------------------------------------------------------------------------

/** Reported things of all communities, page after page. */
export const useReports = (state: 'open' | 'answered') =>
  useContractCursor(posts.allReports, { query: { state } }, readOnReturn);
/** The number of things with open reports, for the label. Read at most once a minute. */
export const useOpenReports = () =>
  useContractQuery(posts.allReports, { query: { state: 'open' } }, { staleTime: 60_000 });
/** Answers the reports of a thing: it stays. */
export const useKeep = () => useContractMutation(posts.keep, { refreshes: [posts.allReports] });
/** Posts that staff can bring back, with the reason. */
export const useRemovedPosts = () => useContractCursor(posts.removed, {}, readOnReturn);
/** Running silences of all communities. */
export const useSilences = () => useContractCursor(posts.silences, {}, readOnReturn);
/** Silences a member in one community. */
export const useSilence = () =>
  useContractMutation(posts.silence, { refreshes: [posts.silences, posts.allReports] });
/** Lets a member write again. */
export const useUnsilence = () =>
  useContractMutation(posts.unsilence, {
    refreshes: [posts.silences, posts.allReports],
    failure: true,
  });
/** Removes a comment from the page of reports, whose list is read again. */
export const useRemoveReportedComment = () =>
  useContractMutation(posts.removeComment, { refreshes: [posts.allReports] });
