import type { Community } from '@vitrine/contract/communities';
import { postHref } from '@vitrine/contract/community-urls';
import type { Post } from '@vitrine/contract/posts';
import { Heart, Link2, LockKeyhole, MessageCircle } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCopyLink } from '../../kit/links/copy-link.tsx';
import { useBoot } from '../../platform/site-context.ts';
import { LateMenu } from '../../ui/late-menu.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LastComments } from './last-comments.tsx';
import { Likers } from './likers.tsx';
import { LONG_TEXT, PostBody, PostFrame } from './post-body.tsx';
import { useLikePost } from './posts.queries.ts';

interface PostItemProps {
  post: Post;
  community: Community;
  /** On its own page: the text is not truncated, and no link leads to the same page. */
  alone?: boolean;
  onRemoved?: () => void;
}

/**
 * A post, in the feed and on its own page. In memo, because a feed of hundreds takes each like, page
 * and event.
 */
export const PostItem = memo(function PostItem({
  post,
  community,
  alone = false,
  onRemoved,
}: PostItemProps) {
  const { t } = useTranslation();
  const { tenant } = useBoot().site;
  const [editing, setEditing] = useState(false);
  const [whole, setWhole] = useState(alone || post.content.length <= LONG_TEXT);
  const frame = useRef<HTMLElement>(null);
  /** The form is removed with its focus. */
  const stopEditing = () => {
    setEditing(false);
    frame.current?.focus({ preventScroll: true });
  };
  const href = postHref(tenant.id, post);
  const own = alone ? undefined : href;
  const menuLabel = t('Opções da publicação de {{name}}', {
    name: post.author?.name ?? t('Membro removido'),
  });
  // Staff can only restore a removed post.
  const menu = !editing && !post.removed && (
    <LateMenu label={menuLabel} load={() => import('./post-menu.tsx')}>
      {(PostMenu) => (
        <PostMenu
          label={menuLabel}
          post={post}
          community={community}
          href={href}
          onEdit={() => setEditing(true)}
          onRemoved={onRemoved}
        />
      )}
    </LateMenu>
  );
  return (
    <PostFrame ref={frame} post={post} href={own} menu={menu}>
      {editing ? (
        <LatePart load={() => import('./post-composer.tsx')} onFail={stopEditing}>
          {(PostComposer) => (
            <div className="mt-3">
              <PostComposer
                may={community.may}
                channelId={post.channel_id}
                post={post}
                onDone={stopEditing}
                onCancel={stopEditing}
              />
            </div>
          )}
        </LatePart>
      ) : (
        <PostBody
          post={post}
          href={own}
          whole={whole}
          onWhole={() => setWhole(true)}
          first={alone}
        />
      )}
      {!post.removed && <Actions post={post} community={community} href={href} alone={alone} />}
      {!post.removed && !alone && <LastComments post={post} href={href} />}
    </PostFrame>
  );
});

function Actions({
  post,
  community,
  href,
  alone,
}: {
  post: Post;
  community: Community;
  href: string;
  alone: boolean;
}) {
  const { t, number } = useTranslation();
  const { liked, likes, toggle } = useLikePost(post);
  const { copy, linkDialog } = useCopyLink();
  const comments = (
    <>
      <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true" className="tabular-nums">
        {post.comments > 0 && number(post.comments)}
      </span>
      <span className="sr-only">
        {t('Nenhum comentário|{{count}} comentário|{{count}} comentários', {
          count: post.comments,
        })}
      </span>
    </>
  );
  return (
    <footer className="mt-2 -ml-2 flex items-center gap-1">
      {(community.may.likes || likes > 0) && (
        <button
          type="button"
          aria-pressed={liked}
          disabled={!community.may.likes}
          className="post-action"
          onClick={toggle}
        >
          <span className="sr-only">{t('Curtir publicação')}</span>
          <Heart
            size={20}
            strokeWidth={1.75}
            aria-hidden="true"
            fill={liked ? 'currentColor' : 'none'}
          />
          {likes > 0 && <span className="tabular-nums">{number(likes)}</span>}
        </button>
      )}
      {alone ? (
        <span className="post-action is-still">{comments}</span>
      ) : (
        <Link to={`${href}#comentarios`} className="post-action">
          {comments}
        </Link>
      )}
      <button type="button" className="post-action" onClick={() => void copy(href)}>
        <Link2 size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{t('Copiar link')}</span>
      </button>
      {linkDialog}
      <Likers likers={post.likers} likes={likes} />
      {post.comments_closed && (
        <span className="ml-auto flex items-center gap-1.5 text-13 text-text-2">
          <LockKeyhole size={14} strokeWidth={2} aria-hidden="true" />
          {t('Comentários fechados')}
        </span>
      )}
    </footer>
  );
}
