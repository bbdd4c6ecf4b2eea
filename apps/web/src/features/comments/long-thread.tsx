import { limits, type Comment, type Reply } from '@vitrine/contract/comments';
import type { ReactNode } from 'react';
import { LoadMore } from '../../ui/load-more.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useReplies } from './comments.queries.ts';

interface LongThreadProps {
  comment: Comment;
  render: (reply: Reply) => ReactNode;
}

/** A thread with more replies than its comment carries. They load page by page. */
export function LongThread({ comment, render }: LongThreadProps) {
  const { t } = useTranslation();
  const pages = useReplies(comment.lesson_id, comment.id);
  const shown: Reply[] = pages.data ? pages.items : comment.replies.slice(0, limits.repliesShown);
  // The linked reply follows a gap until the replies between are loaded.
  const last = shown.at(-1)?.id ?? 0;
  const apart = comment.replies.filter(({ id }) => id > last);
  return (
    <>
      {/* One list with keys: a reply that leaves the gap is not drawn anew. */}
      {[
        ...shown.map(render),
        <LoadMore
          key="more"
          hasMore={pages.isPending || pages.hasNextPage}
          busy={pages.isFetching}
          failed={pages.isError || pages.isFetchNextPageError}
          auto={false}
          label={t('Ver mais respostas')}
          onMore={() => void (pages.isLoadingError ? pages.refetch() : pages.fetchNextPage())}
        />,
        ...apart.map(render),
      ]}
    </>
  );
}
