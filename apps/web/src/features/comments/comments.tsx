import { idIn } from '@vitrine/contract/pages';
import { MessageCircle, MessageCircleOff } from 'lucide-react';
import type { RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { useSentFocus } from '../../kit/page/focus-sent.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import './comments.css';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { useComments, useLinkedThread } from './comments.queries.ts';
import { Composer } from './composer.tsx';
import type { Moment } from './moment.ts';
import { isInThread, Thread } from './thread.tsx';
import { WaitingComments } from './waiting-comments.tsx';

interface CommentsProps {
  lessonId: number;
  video: RefObject<Moment | null>;
}

/** The comments of a lesson. */
export function Comments({ lessonId, video }: CommentsProps) {
  const { t } = useTranslation();
  const comments = useComments(lessonId);
  const [search] = useSearchParams();
  const linked = idIn(search.get('comentario'));
  const thread = useLinkedThread(linked);
  const focusSent = useSentFocus(comments.items.map(({ id }) => id));
  if (comments.isPending) return <CommentsSkeleton />;
  if (comments.isLoadingError)
    return <QueryError query={comments} title={t('Os comentários não carregaram')} />;
  const { open } = comments;
  // The comment that the address names comes first, at any age.
  const items =
    thread?.lesson_id === lessonId
      ? [thread, ...comments.items.filter(({ id }) => id !== thread.id)]
      : comments.items;
  return (
    // The focus comes here after the last comment was removed.
    <div id="comentarios" tabIndex={-1} className="max-w-200 outline-none">
      {open ? (
        <Composer lessonId={lessonId} video={video} onSent={focusSent} />
      ) : (
        <p className="comments-closed">
          <MessageCircleOff size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Os comentários estão fechados.')}
        </p>
      )}
      <WaitingComments
        lessonId={lessonId}
        belongs={(parentId) => !items.some((comment) => isInThread(comment, parentId))}
      />
      {items.length === 0 && open && (
        <EmptyState
          icon={<MessageCircle />}
          title={t('Ninguém comentou ainda')}
          text={t('Pergunte, ou conte como foi para você.')}
        />
      )}
      <ul className="mt-6 grid gap-7">
        {items.map((comment) => (
          <li key={comment.id}>
            <Thread comment={comment} open={open} video={video} linked={linked} />
          </li>
        ))}
      </ul>
      <LoadMore {...comments.more} auto={false} label={t('Ver mais comentários')} />
    </div>
  );
}
