import { type Comment, type Reply } from '@vitrine/contract/comments';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { SentReply } from '../../kit/page/sent-reply.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import { LongThread } from './long-thread.tsx';
import type { Moment } from './moment.ts';
import { WaitingComments } from './waiting-comments.tsx';

/** A thread with more replies is folded. */
const VISIBLE_REPLIES = 2;

interface ThreadProps {
  comment: Comment;
  open: boolean;
  video: RefObject<Moment | null>;
  /** Id of the comment that the address names. */
  linked: number | null;
}

/** True where the id is the thread's first comment or one of its loaded replies. */
export const isInThread = (comment: Comment, id: number | null) =>
  comment.id === id || comment.replies.some((reply) => reply.id === id);

/** A comment with its folding replies. */
export function Thread({ comment, open, video, linked }: ThreadProps) {
  const { t } = useTranslation();
  const id = useId();
  const { replies, replies_count: count } = comment;
  const [unfolded, setUnfolded] = useState(
    count <= VISIBLE_REPLIES || replies.some(({ id: reply }) => reply === linked),
  );
  const [sentId, setSentId] = useState<number | null>(null);
  const [answering, setAnswering] = useState<Reply | null>(null);
  const answerButton = useRef<HTMLButtonElement>(null);
  function answer(item: Reply, button: HTMLButtonElement) {
    answerButton.current = button;
    setAnswering(item);
  }
  const row = (item: Reply) => (
    <CommentItem
      key={item.id}
      comment={item}
      video={video}
      linked={item.id === linked}
      onAnswer={open ? (button) => answer(item, button) : undefined}
    />
  );

  return (
    <>
      {row(comment)}
      <div className="comment-replies">
        {count > VISIBLE_REPLIES && (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-controls={id}
            className="comment-fold"
            onClick={() => setUnfolded(!unfolded)}
          >
            <ChevronDown
              size={16}
              strokeWidth={2}
              aria-hidden="true"
              className={unfolded ? 'rotate-180' : ''}
            />
            {unfolded
              ? t('Recolher respostas')
              : t('Ver {{count}} resposta|Ver {{count}} respostas', { count })}
          </button>
        )}
        <div id={id} hidden={!unfolded} className="grid gap-5 not-empty:mt-5">
          {unfolded &&
            (count > replies.length ? (
              <LongThread comment={comment} render={row} />
            ) : (
              replies.map(row)
            ))}
        </div>
        <WaitingComments
          lessonId={comment.lesson_id}
          belongs={(parentId) => isInThread(comment, parentId)}
        />
        {answering && (
          <Composer
            key={answering.id}
            lessonId={comment.lesson_id}
            answered={answering}
            onDone={() => {
              setAnswering(null);
              // The form is removed with its focus.
              answerButton.current?.focus({ preventScroll: true });
            }}
            onSent={(reply) => {
              setUnfolded(true);
              setSentId(reply);
            }}
          />
        )}
      </div>
      <SentReply id={sentId} />
    </>
  );
}
