import { limits, type Post, type PostComment, type PostReply } from '@vitrine/contract/posts';
import { memo, useRef, useState, type ReactNode } from 'react';
import { useEvents } from '../../kit/events/event-stream.ts';
import { SentReply } from '../../kit/page/sent-reply.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { CommentComposer } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { useReplies } from './posts.queries.ts';

interface ThreadProps {
  comment: PostComment;
  post: Post;
  open: boolean;
  linked: number | null;
  mayLike: boolean;
  onAdded: (comment: PostComment, shown: boolean) => void;
}

/** A comment with its first replies, and all of them on demand. In memo, because a post has hundreds. */
export const Thread = memo(function Thread(props: ThreadProps) {
  const { comment, post, open, linked, mayLike, onAdded } = props;
  const { t } = useTranslation();
  const [answering, setAnswering] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const [sentId, setSentId] = useState<number | null>(null);
  const answerButton = useRef<HTMLButtonElement>(null);
  const { replies, replies_count: count } = comment;
  const answer = open && !comment.removed ? () => setAnswering(true) : undefined;
  const row = (reply: PostReply) => (
    <CommentItem
      key={reply.id}
      post={post}
      linked={linked}
      mayLike={mayLike}
      open={open}
      comment={reply}
    />
  );
  // The linked reply follows the gap.
  const near = replies.slice(0, limits.repliesAround);
  const apart = replies.slice(limits.repliesAround);
  return (
    <>
      <CommentItem
        comment={comment}
        post={post}
        linked={linked}
        mayLike={mayLike}
        open={open}
        onAnswer={answer}
        answerRef={answerButton}
      />
      <div className="post-replies">
        {unfolded ? (
          <AllReplies comment={comment} post={post} linked={linked} row={row} />
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
              setSentId(reply.id);
            }}
            onDone={() => {
              setAnswering(false);
              // The form is removed with its focus.
              answerButton.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <SentReply id={sentId} />
    </>
  );
});

interface AllRepliesProps extends Pick<ThreadProps, 'comment' | 'post' | 'linked'> {
  /** Renders a reply. */
  row: (reply: PostReply) => ReactNode;
}

function AllReplies({ comment, post, linked, row }: AllRepliesProps) {
  const replies = useReplies(comment);
  const readAgain = () => void replies.refetch();
  useEvents({
    comment: ({ post_id }) => post_id === post.id && !replies.hasNextPage && readAgain(),
    poll: readAgain,
  });
  const items: PostReply[] = replies.items.length ? replies.items : comment.replies;
  const last = items.at(-1)?.id ?? 0;
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
