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
import { useNavigate } from 'react-router';
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
import { SilencedNote } from './silenced-note.tsx';
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
  const lastIsFull = (comments.data?.pages.at(-1)?.data.length ?? 0) >= limits.page;
  const navigate = useNavigate();
  /** One's own words never wait behind a button. */
  function onAdded({ id }: PostComment, shown: boolean) {
    if (!shown) void navigate(`?comentario=${id}`, { replace: true, preventScrollReset: true });
  }

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
            <Thread {...{ comment, post, open, linked, onAdded }} mayLike={community.may.likes} />
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
          <CommentComposer
            post={post}
            onAdded={(comment) => onAdded(comment, !comments.hasNextPage && !lastIsFull)}
          />
        </div>
      )}
      {community.silenced && (
        <div className="mt-6">
          <SilencedNote community={community} />
        </div>
      )}
      {!open && !community.silenced && post.comments_closed && (
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
  const done = useRef<number>(null);
  useEffect(() => {
    if (!linked || !there || done.current === linked) return;
    done.current = linked;
    document.getElementById(`comentario-${linked}`)?.scrollIntoView({ block: 'center' });
  }, [linked, there]);
}

interface ThreadProps {
  comment: PostComment;
  post: Post;
  open: boolean;
  linked: number | null;
  mayLike: boolean;
  onAdded: (comment: PostComment, shown: boolean) => void;
}

function Thread({ comment, post, open, linked, mayLike, onAdded }: ThreadProps) {
  const { t } = useTranslation();
  const [answering, setAnswering] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { replies, replies_count: count } = comment;
  const answer = open && !comment.removed ? () => setAnswering(true) : undefined;
  const row = (reply: PostReply) => (
    <CommentItem key={reply.id} {...{ post, linked, mayLike, open }} comment={reply} />
  );
  // The reply of a link stands after the gap.
  const near = replies.slice(0, limits.repliesAround);
  const apart = replies.slice(limits.repliesAround);
  return (
    <>
      <CommentItem {...{ comment, post, linked, mayLike, open }} onAnswer={answer} />
      <div className="post-replies">
        {unfolded ? (
          <AllReplies {...{ comment, post, linked, mayLike, open }} />
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
          <CommentComposer
            post={post}
            answered={comment}
            onAdded={(reply) => {
              const fits = count < limits.page;
              if (count >= limits.repliesShown && fits) setUnfolded(true);
              onAdded(reply, fits);
            }}
            onDone={() => setAnswering(false)}
          />
        )}
      </div>
    </>
  );
}

function AllReplies({ comment, post, linked, mayLike, open }: Omit<ThreadProps, 'onAdded'>) {
  const replies = useReplies(comment);
  const readAgain = () => void replies.refetch();
  useEvents({
    comment: ({ post_id }) => post_id === post.id && !replies.hasNextPage && readAgain(),
    poll: readAgain,
  });
  const items: PostReply[] = replies.items.length ? replies.items : comment.replies;
  const last = items.at(-1)?.id ?? 0;
  const row = (reply: PostReply) => (
    <CommentItem key={reply.id} {...{ post, linked, mayLike, open }} comment={reply} />
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
  mayLike: boolean;
  /** Whether the reader may write here. */
  open: boolean;
  onAnswer?: (() => void) | undefined;
}

function CommentItem({ comment, post, linked, mayLike, open, onAnswer }: CommentItemProps) {
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
              <CommentMenu
                comment={comment}
                post={post}
                mayEdit={open}
                onEdit={() => setEditing(true)}
              />
            </Suspense>
          )}
        </div>
        {editing ? (
          <EditComment comment={comment} post={post} onDone={() => setEditing(false)} />
        ) : (
          <>
            <SafeHtml html={comment.content} className="post-comment-text" />
            <div className="-ml-2 flex items-center">
              <LikeButton comment={comment} mayLike={mayLike} />
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

function LikeButton({ comment, mayLike }: { comment: PostReply; mayLike: boolean }) {
  const { t, number } = useTranslation();
  const { liked, likes, toggle } = useLikeComment(comment);
  if (!mayLike && likes === 0) return null;
  return (
    <button
      type="button"
      aria-pressed={liked}
      disabled={!mayLike}
      className="post-action"
      onClick={toggle}
    >
      <span className="sr-only">{t('Curtir comentário')}</span>
      <Heart size={16} strokeWidth={2} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />
      {likes > 0 && <span className="tabular-nums">{number(likes)}</span>}
    </button>
  );
}

interface CommentComposerProps {
  post: Post;
  answered?: PostComment;
  onAdded: (comment: PostComment) => void;
  onDone?: () => void;
}

/** What was begun survives a reload. */
function CommentComposer({ post, answered, onAdded, onDone }: CommentComposerProps) {
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
        const { data } = await add.mutateAsync({
          params: { id: post.id },
          body: { content, parent_id: answered?.id ?? null },
        });
        onAdded(data);
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
  initial?: WrittenComment;
  onCancel?: (() => void) | undefined;
  send: (html: string) => Promise<void>;
}

/** A text, and whom its writer chose from the list: after a reload they are named all the same. */
interface WrittenComment {
  text: string;
  chosen: Chosen[];
}
const nothing: WrittenComment = { text: '', chosen: [] };

/** Before, the text was kept alone. */
function keptComment(name: string): WrittenComment | null {
  const kept = readLocal<WrittenComment | string>(name);
  return typeof kept === 'string' ? { text: kept, chosen: [] } : kept;
}

function CommentForm(props: CommentFormProps) {
  const { channelId, label, action, kept, focused, avatar, initial, onCancel, send } = props;
  const { t } = useTranslation();
  const [{ text, chosen }, setWritten] = useState<WrittenComment>(
    () => initial ?? (kept ? keptComment(kept) : null) ?? nothing,
  );
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const write = (next: WrittenComment) => {
    setWritten(next);
    if (kept) writeLocal(kept, next.text ? next : null);
  };
  const attempt = useAttempt(
    () => send(htmlOfText(text, chosen)),
    () => write(nothing),
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
            write({ text: next, chosen });
          }}
          onChoose={(next, person) => write({ text: next, chosen: [...chosen, person] })}
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
