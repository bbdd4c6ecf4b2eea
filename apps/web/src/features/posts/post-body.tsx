import type { Post } from '@vitrine/contract/posts';
import { Pin } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { Byline } from './byline.tsx';
import { PostMedia } from './post-media.tsx';

interface PostFrameProps {
  post: Post;
  /** Link target of the date. Undefined on the post's own page. */
  href: string | undefined;
  menu: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A post with its author. The server renders it too, without its actions. */
export function PostFrame({ post, href, menu, children, ref }: PostFrameProps) {
  const { t } = useTranslation();
  const name = post.author?.name ?? t('Membro removido');
  return (
    <article
      ref={ref}
      aria-label={t('Publicação de {{name}}', { name })}
      className="post"
      data-post={post.id}
      // The pill of new posts leads here.
      tabIndex={-1}
    >
      <header className="flex flex-wrap items-start justify-end gap-x-3">
        <Avatar name={name} src={post.author?.photo_url} size={44} />
        <Byline
          author={post.author}
          at={post.created_at}
          edited={post.edited_at !== null}
          href={href}
        />
        {post.pinned && (
          <Badge className="shrink-0" icon={<Pin size={12} strokeWidth={2} />}>
            <span className="max-sm:sr-only">{t('Fixada')}</span>
          </Badge>
        )}
        {menu}
      </header>
      {children}
    </article>
  );
}

/** A text of more characters is cut in the feed. */
export const LONG_TEXT = 700;

interface PostBodyProps {
  post: Post;
  href: string | undefined;
  whole: boolean;
  onWhole: () => void;
  /** Loads its first image before the page's code. */
  first?: boolean;
}

/** The text and the attachments of a post. */
export function PostBody({ post, href, whole, onWhole, first = false }: PostBodyProps) {
  const { t } = useTranslation();
  return (
    <>
      {post.title &&
        (href ? (
          <h3 className="post-title" dir="auto">
            <Link to={href}>{post.title}</Link>
          </h3>
        ) : (
          <h1 className="post-title" dir="auto">
            {post.title}
          </h1>
        ))}
      {post.content && (
        <div className={cx('post-text', !whole && 'is-cut')}>
          <SafeHtml html={post.content} />
        </div>
      )}
      {!whole && (
        <button type="button" className="post-whole" onClick={onWhole}>
          {t('Ler tudo')}
        </button>
      )}
      <PostMedia {...post} first={first} />
    </>
  );
}
