import type { Community } from '@vitrine/contract/communities';
import {
  limits,
  messages,
  type Post,
  type PostComment,
  type PostReply,
} from '@vitrine/contract/posts';
import { Heart, MessageCircle, MessageCircleOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { useEvents } from '../../kit/events/event-stream.ts';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { readLocal, writeLocal } from '../../platform/local-store.ts';
import { useIsStaff, useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { InlineError, sentenceOf } from '../../ui/inline-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { Byline } from './byline.tsx';
import { MentionField } from './mention-field.tsx';
import {
  useAddComment,
  useChangeComment,
  useLikeComment,
  usePostComments,
  useReplies,
} from './posts.queries.ts';
import { htmlOfText, textOfHtml, type Chosen } from './written-text.ts';

const CommentMenu = lazy(() => import('./comment-menu.tsx'));

interface PostCommentsProps {
  post: Post;
  community: Community;
  /** The comment that a link leads to. */
  linked: number | null;
}

/** What people answer to a post, oldest first; new ones come at the end. */
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

  return (
    <section
      id="comentarios"
      aria-label={t('Comentários')}
      className="mt-6 border-t border-line pt-6"
    >
      {comments.isPending && <Skeleton shape="text" count={3} />}
      {comments.isError && (
        <QueryError query={comments} title={t('Os comentários não carregaram')} />
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
      {comments.isSuccess && items.length === 0 && open && (
        <EmptyState
          icon={<MessageCircle />}
          title={t('Ninguém comentou ainda')}
          text={t('Pergunte, ou conte como foi para você.')}
        />
      )}
      <ul className="grid grid-cols-1 gap-6">
        {items.map((comment) => (
          <li key={comment.id}>
            <Thread {...{ comment, post, open, linked }} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={comments.hasNextPage}
        busy={comments.isFetchingNextPage}
        failed={comments.isFetchNextPageError}
        auto={false}
        label={t('Ver mais comentários')}
        onMore={() => void comments.fetchNextPage()}
      />
      {open && (
        <div className="mt-6">
          <CommentComposer post={post} />
        </div>
      )}
      {!open && post.comments_closed && (
        <p className="mt-6 flex items-center gap-2.5 text-15 text-text-2">
          <MessageCircleOff size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(messages.commentsClosed)}
        </p>
      )}
    </section>
  );
}

/** Scrolls to the comment of the link once it is there. */
function useLinked(linked: number | null, there: boolean) {
  const done = useRef(false);
  useEffect(() => {
    if (!linked || !there || done.current) return;
    done.current = true;
    document.getElementById(`comentario-${linked}`)?.scrollIntoView({ block: 'center' });
  }, [linked, there]);
}

interface ThreadProps {
  comment: PostComment;
  post: Post;
  open: boolean;
  linked: number | null;
}

function Thread({ comment, post, open, linked }: ThreadProps) {
  const { t } = useTranslation();
  const [answering, setAnswering] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { replies, replies_count: count } = comment;
  const answer = open && !comment.removed ? () => setAnswering(true) : undefined;
  const row = (reply: PostReply) => (
    <CommentItem key={reply.id} {...{ post, linked }} comment={reply} />
  );
  // The reply of a link stands after the gap.
  const near = replies.slice(0, limits.repliesAround);
  const apart = replies.slice(limits.repliesAround);
  return (
    <>
      <CommentItem {...{ comment, post, linked }} onAnswer={answer} />
      <div className="post-replies">
        {unfolded ? (
          <AllReplies {...{ comment, post, linked }} />
        ) : (
          [
            ...near.map(row),
            count > replies.length && (
              <button
                key="more"
                type="button"
                className="post-whole"
                onClick={() => setUnfolded(true)}
              >
                {t('Ver mais {{count}} resposta|Ver mais {{count}} respostas', {
                  count: count - replies.length,
                })}
              </button>
            ),
            ...apart.map(row),
          ]
        )}
        {answering && (
          <CommentComposer post={post} answered={comment} onDone={() => setAnswering(false)} />
        )}
      </div>
    </>
  );
}

function AllReplies({ comment, post, linked }: Omit<ThreadProps, 'open'>) {
  const replies = useReplies(comment);
  const items: PostReply[] = replies.items.length ? replies.items : comment.replies;
  const last = items.at(-1)?.id ?? 0;
  const row = (reply: PostReply) => (
    <CommentItem key={reply.id} {...{ post, linked }} comment={reply} />
  );
  return (
    <>
      {/* One list with keys: the reply of a link that leaves the gap is not drawn anew. */}
      {[
        ...items.map(row),
        <LoadMore key="more" {...replies.more} auto={false} />,
        ...comment.replies.filter(({ id }) => id > last && id === linked).map(row),
      ]}
    </>
  );
}

interface CommentItemProps {
  comment: PostReply;
  post: Post;
  linked: number | null;
  onAnswer?: (() => void) | undefined;
}

function CommentItem({ comment, post, linked, onAnswer }: CommentItemProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { author, removed } = comment;
  if (removed)
    return <p className="text-15 text-text-2 italic">{t('Este comentário foi removido.')}</p>;
  const name = author?.name ?? t('Membro removido');
  return (
    <article
      id={`comentario-${comment.id}`}
      aria-label={t('Comentário de {{name}}', { name })}
      className={cx('post-comment', linked === comment.id && 'is-linked')}
    >
      <Avatar name={name} src={author?.photo_url ?? null} size={36} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <Byline author={author} at={comment.created_at} edited={comment.edited_at !== null} />
          {!editing && (
            <Suspense fallback={<span className="size-10" />}>
              <CommentMenu comment={comment} post={post} onEdit={() => setEditing(true)} />
            </Suspense>
          )}
        </div>
        {editing ? (
          <EditComment comment={comment} post={post} onDone={() => setEditing(false)} />
        ) : (
          <>
            <SafeHtml html={comment.content} className="post-comment-text" />
            <div className="-ml-2 flex items-center">
              <LikeButton comment={comment} />
              {onAnswer && (
                <button type="button" className="post-action" onClick={onAnswer}>
                  {t('Responder')}
                </button>
              )}
            </div>
          </>
        )}
      </div>
    </article>
  );
}

function LikeButton({ comment }: { comment: PostReply }) {
  const { t, number } = useTranslation();
  const { liked, likes, toggle } = useLikeComment(comment);
  return (
    <button type="button" aria-pressed={liked} className="post-action" onClick={toggle}>
      <span className="sr-only">{t('Curtir comentário')}</span>
      <Heart size={16} strokeWidth={2} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />
      {likes > 0 && <span className="tabular-nums">{number(likes)}</span>}
    </button>
  );
}

interface CommentComposerProps {
  post: Post;
  answered?: PostComment;
  onDone?: () => void;
}

/** What was begun survives a reload. */
function CommentComposer({ post, answered, onDone }: CommentComposerProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const add = useAddComment();
  const name = answered?.author?.name;
  return (
    <CommentForm
      kept={`post-comment.${post.id}.${answered?.id ?? 0}`}
      channelId={post.channel_id}
      label={name ? t('Responder a {{name}}', { name }) : t('Escreva um comentário')}
      action={answered ? t('Responder') : t('Comentar')}
      focused={Boolean(answered)}
      avatar={<Avatar name={viewer?.name ?? ''} src={viewer?.photo_url ?? null} size={36} />}
      onCancel={onDone}
      send={async (content) => {
        await add.mutateAsync({
          params: { id: post.id },
          body: { content, parent_id: answered?.id ?? null },
        });
        onDone?.();
      }}
    />
  );
}

function EditComment({
  comment,
  post,
  onDone,
}: {
  comment: PostReply;
  post: Post;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const change = useChangeComment();
  return (
    <CommentForm
      channelId={post.channel_id}
      label={t('Editar comentário')}
      action={t('Salvar')}
      focused
      initial={textOfHtml(comment.content)}
      onCancel={onDone}
      send={async (content) => {
        await change.mutateAsync({ params: { id: comment.id }, body: { content } });
        onDone();
      }}
    />
  );
}

interface CommentFormProps {
  channelId: number;
  label: string;
  action: string;
  /** Keeps what was begun under this name. */
  kept?: string;
  focused?: boolean;
  avatar?: React.ReactNode;
  initial?: { text: string; chosen: Chosen[] };
  onCancel?: (() => void) | undefined;
  send: (html: string) => Promise<void>;
}

function CommentForm(props: CommentFormProps) {
  const { channelId, label, action, kept, focused, avatar, initial, onCancel, send } = props;
  const { t } = useTranslation();
  const [text, setText] = useState(
    () => initial?.text ?? (kept ? readLocal<string>(kept) : null) ?? '',
  );
  const [chosen, setChosen] = useState<Chosen[]>(initial?.chosen ?? []);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const write = (next: string) => {
    setText(next);
    if (kept) writeLocal(kept, next || null);
  };
  const attempt = useAttempt(
    () => send(htmlOfText(text, chosen)),
    () => write(''),
  );
  const asleep = text.trim() === '';
  return (
    <form
      className="flex items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!asleep) void attempt.run();
      }}
    >
      {avatar}
      <div className="min-w-0 flex-1">
        <MentionField
          ref={field}
          channelId={channelId}
          label={label}
          value={text}
          className="is-framed"
          onChange={(next) => {
            attempt.forget();
            write(next);
          }}
          onChoose={(person) => setChosen((all) => [...all, person])}
          onSubmit={() => !asleep && void attempt.run()}
          onEscape={() => asleep && onCancel?.()}
        />
        {attempt.error != null && (
          <InlineError className="mt-2">
            {sentenceOf(attempt.error, t('Algo deu errado. Tente de novo.'))}
          </InlineError>
        )}
        {(text !== '' || onCancel) && (
          <div className="mt-2 flex justify-end gap-2">
            {onCancel && (
              <Button variant="ghost" disabled={attempt.busy} onClick={onCancel}>
                {t('Cancelar')}
              </Button>
            )}
            <Button type="submit" busy={attempt.busy} aria-disabled={asleep || undefined}>
              {action}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
