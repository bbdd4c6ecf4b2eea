import type { Reply } from '@vitrine/contract/comments';
import { clock } from '@vitrine/contract/durations';
import { ThumbsUp } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { PersonName } from '../../kit/page/person-name.tsx';
import { showLinked } from '../../kit/page/show-linked.ts';
import { LevelChip } from '../../kit/points/level-chip.tsx';
import { fullTime, relativeTime } from '../../platform/relative-time.ts';
import { useIsStaff, useViewer } from '../../platform/site-context.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { LateMenu } from '../../ui/late-menu.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CommentText } from './comment-text.tsx';
import { useLikeComment } from './comments.queries.ts';
import { EditComment } from './edit-comment.tsx';
import type { Moment } from './moment.ts';

interface CommentItemProps {
  comment: Reply;
  video: RefObject<Moment | null>;
  /** The address names this comment: it is shown, highlighted and focused. */
  linked: boolean;
  /** Undefined while comments are closed. */
  onAnswer: ((button: HTMLButtonElement) => void) | undefined;
}

/** A comment or a reply. */
export function CommentItem({ comment, video, linked, onAnswer }: CommentItemProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { author, removed, content } = comment;
  const item = useRef<HTMLElement>(null);
  useEffect(() => {
    if (linked) showLinked(item.current);
  }, [linked]);
  if (removed)
    return (
      <p className="comment pl-13.5 text-15 text-text-2 italic">
        {t('Este comentário foi removido.')}
      </p>
    );
  const name = author?.name ?? t('Membro removido');
  return (
    <article
      ref={item}
      id={`comentario-${comment.id}`}
      tabIndex={-1}
      aria-label={t('Comentário de {{name}}', { name })}
      className={cx('comment', linked && 'is-linked')}
    >
      <Avatar name={name} src={author?.photo_url} size={40} />
      <div className="min-w-0 flex-1">
        <Byline comment={comment} video={video} />
        {editing ? (
          <EditComment
            comment={comment}
            onDone={() => {
              setEditing(false);
              // The form is removed with its focus.
              item.current?.focus({ preventScroll: true });
            }}
          />
        ) : (
          <>
            <CommentText html={content} />
            <div className="-ml-2 flex items-center">
              <LikeButton comment={comment} />
              {onAnswer && (
                <button
                  type="button"
                  className="comment-action"
                  onClick={({ currentTarget }) => onAnswer(currentTarget)}
                >
                  {t('Responder')}
                </button>
              )}
            </div>
          </>
        )}
      </div>
      {!editing && (
        <OwnMenu comment={comment} name={name} onEdit={onAnswer && (() => setEditing(true))} />
      )}
    </article>
  );
}

interface BylineProps {
  comment: Reply;
  video: RefObject<Moment | null>;
}

/** The author, the second of the video and the date. */
function Byline({ comment, video }: BylineProps) {
  const { t, i18n } = useTranslation();
  const { author, seconds, created_at, edited_at } = comment;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <PersonName person={author} className="text-15 font-semibold wrap-anywhere" />
      {author?.level && <LevelChip level={author.level} className="self-center" />}
      {author?.staff && <Badge className="self-center">{t('Equipe')}</Badge>}
      {seconds !== null && (
        <button
          type="button"
          aria-label={t('Ir para {{time}} no vídeo', { time: clock(seconds) })}
          className="touch-target text-13 font-medium text-brand-ink tabular-nums"
          onClick={() => video.current?.seek(seconds)}
        >
          {clock(seconds)}
        </button>
      )}
      <time
        dateTime={String(created_at)}
        title={fullTime(created_at, i18n.language)}
        className="text-13 text-text-2"
      >
        {relativeTime(created_at, { t, i18n })}
      </time>
      {edited_at && <span className="text-13 text-text-2">{t('editado')}</span>}
    </p>
  );
}

function LikeButton({ comment }: { comment: Reply }) {
  const { t, number } = useTranslation();
  const { liked, likes, toggle } = useLikeComment(comment);
  return (
    <button type="button" aria-pressed={liked} className="comment-action" onClick={toggle}>
      <span className="sr-only">{t('Curtir comentário')}</span>
      <ThumbsUp
        size={16}
        strokeWidth={2}
        aria-hidden="true"
        fill={liked ? 'currentColor' : 'none'}
      />
      {likes > 0 && <span className="tabular-nums">{number(likes)}</span>}
    </button>
  );
}

interface OwnMenuProps {
  comment: Reply;
  name: string;
  onEdit: (() => void) | undefined;
}

/** The menu for the author and for staff. */
function OwnMenu({ comment, name, onEdit }: OwnMenuProps) {
  const { t } = useTranslation();
  const isStaff = useIsStaff();
  const viewer = useViewer();
  if (!isStaff && comment.author?.id !== viewer?.id) return null;
  const label = t('Opções do comentário de {{name}}', { name });
  return (
    <LateMenu label={label} load={() => import('./comment-menu.tsx')}>
      {(CommentMenu) => <CommentMenu label={label} comment={comment} onEdit={onEdit} />}
    </LateMenu>
  );
}
