import { useMutation, useQueryClient } from '@tanstack/react-query';
import { comments, type CommentPage, type Reply } from '@vitrine/contract/comments';
import { QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { scoreReads } from '../../kit/points/score-reads.ts';
import { refresh, useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { useEditMutation } from '../../kit/queries/edit-mutation.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';
import { useIdempotencyKey } from '../../kit/queries/idempotency-key.ts';
import { useLike } from '../../kit/queries/like.ts';
import { useBoot } from '../../platform/site-context.ts';
import { toast } from '../../ui/toast.ts';
import { sendOrKeep, type NewComment } from './comment-queue.ts';

const { list, show } = comments;

/** The threads of a lesson, page by page. `open` tells whether the reader may write. */
export function useComments(lessonId: number) {
  const pages = useContractPages(list, { params: { id: lessonId } }, readOnReturn);
  const first = pages.data?.pages[0] as CommentPage | undefined;
  return {
    ...pages,
    open: first?.open ?? false,
    total: first?.total,
  };
}

/** The number of comments with replies. Undefined until the first page has loaded. */
export const useCommentCount = (lessonId: number) => useComments(lessonId).total;

/** All replies of a thread, for threads longer than their first answer. */
export const useReplies = (lessonId: number, parentId: number) =>
  useContractPages(list, { params: { id: lessonId }, query: { parent_id: parentId } });

/** The thread of the comment that the address names. Empty where it was removed. */
export const useLinkedThread = (id: number | null) =>
  useContractQuery(show, { params: { id: id ?? 0 } }, { enabled: id !== null }).data?.data;

/** Adds a comment. Without a connection it is queued on this device, and the answer is null. */
export function useAddComment() {
  const client = useQueryClient();
  const asStudent = useBoot().view !== null;
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: async (comment: NewComment) => {
      const key = keyFor(comment);
      const added = await sendOrKeep(comment, QUEUED_KEY_PREFIX + key.value);
      key.answered();
      return added;
    },
    onSuccess: (added) => (added ? refresh(client, [list, show]) : undefined),
    onError: (error: Error) => asStudent && toast.info(error.message),
  });
}
/** Saves the text of the viewer's own comment. */
export const useChangeComment = () => useEditMutation(comments.update, [list, show]);
/** Removes a comment: the viewer's own, or any for staff. */
export const useRemoveComment = () =>
  useContractMutation(comments.remove, { refreshes: [list, show, ...scoreReads] });

/** Likes a comment, or takes the like back. */
export const useLikeComment = (comment: Reply) =>
  useLike(comment, { like: comments.like, unlike: comments.unlike, shownBy: [list, show] });
