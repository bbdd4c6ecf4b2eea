import type { Comment, Reply } from '@vitrine/contract/comments';
import type { ReactNode } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { useReplies } from './comments.queries.ts';

interface LongThreadProps {
  comment: Comment;
  render: (reply: Reply) => ReactNode;
}

/** More replies than travel with their comment: read page by page. */
export function LongThread({ comment, render }: LongThreadProps) {
  const { t } = useTranslation();
  const pages = useReplies(comment.lesson_id, comment.id);
  const shown: Reply[] = pages.isSuccess ? pages.items : comment.replies;
  return (
    <>
      {shown.map(render)}
      <LoadMore
        hasMore={pages.isPending || pages.hasNextPage}
        busy={pages.isFetching}
        failed={pages.isError || pages.isFetchNextPageError}
        auto={false}
        label={t('Ver mais respostas')}
        onMore={() => void (pages.isError ? pages.refetch() : pages.fetchNextPage())}
      />
    </>
  );
}
