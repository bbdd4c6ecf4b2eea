import type { Community } from '@vitrine/contract/communities';
import { limits, messages, type Post, type PostComment } from '@vitrine/contract/posts';
import { MessageCircle, MessageCircleOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useEvents } from '../../kit/events/event-stream.ts';
import { useSentFocus } from '../../kit/page/focus-sent.ts';
import { showLinked } from '../../kit/page/show-linked.ts';
import { loadMoreOf } from '../../kit/queries/load-more.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useIsStaff } from '../../platform/site-context.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { CommentComposer } from './comment-form.tsx';
import { Thread } from './comment-thread.tsx';
import { usePostComments } from './posts.queries.ts';
import { SilencedNote } from './silenced-note.tsx';

interface PostCommentsProps {
  post: Post;
  community: Community;
  /** The comment that a link leads to. */
  linked: number | null;
}

/** The comments of a post, oldest first. New ones appear at the end. */
export function PostComments({ post, community, linked }: PostCommentsProps) {
  const { t } = useTranslation();
  const staff = useIsStaff();
  const comments = usePostComments(post.id, linked);
  const { items } = comments;
  const open = community.may.comments && !community.silenced && (staff || !post.comments_closed);
  useEvents({
    comment: ({ post_id }) => {
      if (post_id === post.id && !comments.hasNextPage) void comments.refetch();
    },
    poll: () => void comments.refetch(),
  });
  useLinked(linked, comments.isSuccess);
  const isLinkedGone = linked !== null && comments.isSuccess && !holds(items, linked);
  const lastIsFull = (comments.data?.pages.at(-1)?.data.length ?? 0) >= limits.page;
  const navigate = useNavigate();
  const focusSent = useSentFocus(items.map(({ id }) => id));
  /** Shows the viewer's own comment at once, without the button for new ones. */
  const onAdded = useLatest(({ id }: PostComment, shown: boolean) => {
    if (!shown) void navigate(`?comentario=${id}`, { replace: true });
  });

  return (
    <section
      id="comentarios"
      aria-label={t('Comentários')}
      // The focus comes here after the last comment was removed.
      tabIndex={-1}
      className="mt-6 border-t border-line pt-6 outline-none"
    >
      {comments.isPending && <Skeleton shape="text" count={3} />}
      {comments.isLoadingError && (
        <QueryError query={comments} title={t('Os comentários não carregaram')} />
      )}
      {isLinkedGone && (
        <p role="status" className="mb-6 text-15 text-text-2 italic">
          {t('Este comentário foi removido.')}
        </p>
      )}
      {comments.hasPreviousPage && (
        <button
          type="button"
          className="post-whole mb-4"
          disabled={comments.isFetchingPreviousPage}
          onClick={() => void comments.fetchPreviousPage()}
        >
          {t('Ver comentários anteriores')}
        </button>
      )}
      {comments.data && items.length === 0 && open && <NoComments />}
      <ul className="grid grid-cols-1 gap-6">
        {items.map((comment) => (
          <li key={comment.id}>
            <Thread
              comment={comment}
              post={post}
              open={open}
              linked={linked}
              onAdded={onAdded}
              mayLike={community.may.likes}
            />
          </li>
        ))}
      </ul>
      <LoadMore {...loadMoreOf(comments)} auto={false} label={t('Ver mais comentários')} />
      {open && (
        <div className="mt-6">
          <CommentComposer
            post={post}
            onAdded={(comment) => {
              focusSent(comment.id);
              onAdded(comment, !comments.hasNextPage && !lastIsFull);
            }}
          />
        </div>
      )}
      {!open && <ClosedNote post={post} community={community} />}
    </section>
  );
}

/** True where the comment or the reply is among these threads. */
const holds = (threads: PostComment[], id: number) =>
  threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id));

/** Says why the viewer cannot comment: a silence, or closed comments. */
function ClosedNote({ post, community }: Pick<PostCommentsProps, 'post' | 'community'>) {
  const { t } = useTranslation();
  if (community.silenced)
    return (
      <div className="mt-6">
        <SilencedNote community={community} />
      </div>
    );
  if (!post.comments_closed) return null;
  return (
    <p className="mt-6 flex items-center gap-2.5 text-15 text-text-2">
      <MessageCircleOff size={18} strokeWidth={1.75} aria-hidden="true" />
      {t(messages.commentsClosed)}
    </p>
  );
}

function NoComments() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<MessageCircle />}
      title={t('Ninguém comentou ainda')}
      text={t('Pergunte, ou conte como foi para você.')}
    />
  );
}

/** Shows the comment of the link once it is there. */
function useLinked(linked: number | null, there: boolean) {
  const done = useRef<number>(null);
  useEffect(() => {
    if (!linked || !there || done.current === linked) return;
    done.current = linked;
    showLinked(document.getElementById(`comentario-${linked}`));
  }, [linked, there]);
}
