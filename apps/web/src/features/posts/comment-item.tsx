import type { Post, PostReply } from '@vitrine/contract/posts';
import { Heart } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { editedAtOf } from '../../kit/queries/edit-mutation.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { LateMenu } from '../../ui/late-menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Byline } from './byline.tsx';
import { CommentForm } from './comment-form.tsx';
import { useChangeComment, useLikeComment } from './posts.queries.ts';
import { textOfHtml } from './written-text.ts';

interface CommentItemProps {
  comment: PostReply;
  post: Post;
  linked: number | null;
  mayLike: boolean;
  /** True where the viewer may write here. */
  open: boolean;
  onAnswer?: (() => void) | undefined;
  answerRef?: Ref<HTMLButtonElement>;
}

/** A comment or a reply. A removed one leaves a sentence in its place. */
export function CommentItem(props: CommentItemProps) {
  const { comment, post, linked, mayLike, open, onAnswer, answerRef } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const { author, removed } = comment;
  if (removed)
    return <p className="text-15 text-text-2 italic">{t('Este comentário foi removido.')}</p>;
  const name = author?.name ?? t('Membro removido');
  const menuLabel = t('Opções do comentário de {{name}}', { name });
  return (
    <article
      ref={frame}
      tabIndex={-1}
      id={`comentario-${comment.id}`}
      aria-label={t('Comentário de {{name}}', { name })}
      className={cx('post-comment', linked === comment.id && 'is-linked', !editing && 'is-read')}
    >
      <Avatar name={name} src={author?.photo_url} size={36} />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <Byline author={author} at={comment.created_at} edited={comment.edited_at !== null} />
          {!editing && (
            <LateMenu label={menuLabel} load={() => import('./comment-menu.tsx')}>
              {(CommentMenu) => (
                <CommentMenu
                  label={menuLabel}
                  comment={comment}
                  post={post}
                  mayEdit={open}
                  onEdit={() => setEditing(true)}
                />
              )}
            </LateMenu>
          )}
        </div>
        {editing ? (
          <EditComment
            comment={comment}
            post={post}
            onDone={() => {
              setEditing(false);
              // The form is removed with its focus.
              frame.current?.focus({ preventScroll: true });
            }}
          />
        ) : (
          <>
            <SafeHtml html={comment.content} className="post-comment-text" />
            <div className="-ml-2 flex items-center">
              <LikeButton comment={comment} mayLike={mayLike} />
              {onAnswer && (
                <button ref={answerRef} type="button" className="post-action" onClick={onAnswer}>
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
  const edited_at = editedAtOf(comment);
  return (
    <CommentForm
      draftKey={`post-comment-edit.${comment.id}`}
      channelId={post.channel_id}
      label={t('Editar comentário')}
      action={t('Salvar')}
      focused
      initial={{ ...textOfHtml(comment.content), base: edited_at }}
      current={edited_at}
      onCancel={onDone}
      send={async (content) => {
        // Where the text began with an older one, the form has said so.
        await change.mutateAsync({ params: { id: comment.id }, body: { content, edited_at } });
        onDone();
      }}
    />
  );
}
