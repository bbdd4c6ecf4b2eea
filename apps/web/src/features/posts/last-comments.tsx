import type { LastComment, Post } from '@vitrine/contract/posts';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { PersonName } from '../../kit/page/person-name.tsx';
import { RoleBadge } from '../../kit/page/role-badge.tsx';
import { SafeHtml } from '../../kit/page/safe-html.tsx';
import { relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The last comments on a post, below it in a feed. The server renders them too. */
export function LastComments({ post, href }: { post: Post; href: string }) {
  const { t } = useTranslation();
  const { last_comments: comments } = post;
  if (!comments.length) return null;
  const more = post.comments - comments.length;
  return (
    <div className="last-comments">
      <ul aria-label={t('Últimos comentários')} className="grid grid-cols-1 gap-3">
        {comments.map((comment) => (
          <li key={comment.id} className="last-comment">
            <LastCommentRow comment={comment} href={`${href}?comentario=${comment.id}`} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to={`${href}#comentarios`} className="post-whole">
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('Ver mais {{count}} comentário|Ver mais {{count}} comentários', { count: more })}
        </Link>
      )}
    </div>
  );
}

function LastCommentRow({ comment, href }: { comment: LastComment; href: string }) {
  const { t, i18n } = useTranslation();
  const { author, content, created_at: at } = comment;
  return (
    <>
      <span className="last-comment-face">
        <Avatar name={author?.name ?? t('Membro removido')} src={author?.photo_url} size={36} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-text-2">
          <PersonName
            person={author}
            className="min-w-0 truncate text-14 leading-6 font-semibold text-text"
          />
          <RoleBadge role={author?.role} />
          <Link to={href} className="leading-6 hover:underline">
            <time dateTime={String(at)}>{relativeTime(at, { t, i18n })}</time>
          </Link>
        </p>
        <SafeHtml html={content} className="last-comment-text" />
      </div>
    </>
  );
}
