import { postHref } from '@vitrine/contract/community-urls';
import type { Post } from '@vitrine/contract/posts';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { tenantId } from '../../platform/boot.ts';
import { relativeTime } from '../../platform/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useListFocus } from '../../ui/list-focus.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useRemovedPosts } from './posts.queries.ts';
import { RestoreButton } from './restore-button.tsx';
import { wordsOf } from './words-of.ts';

/** Lists the removed posts that can be restored. */
export function RemovedPosts() {
  const { t } = useTranslation();
  const removed = useRemovedPosts();
  const list = useListFocus(removed.items.length);
  if (removed.isPending) return <Skeleton shape="row" count={3} className="mt-6" />;
  if (removed.isLoadingError)
    return <QueryError className="pt-12" query={removed} title={t('A lista não carregou')} />;
  return (
    <div ref={list} tabIndex={-1}>
      {removed.items.length === 0 && (
        <EmptyState
          className="pt-12"
          icon={<Trash2 />}
          title={t('Nenhuma publicação removida')}
          text={t('O que a equipe remove fica aqui por 30 dias, e pode voltar.')}
        />
      )}
      <ul className="mt-6 max-w-200">
        {removed.items.map((post) => (
          <li key={post.id}>
            <RemovedRow post={post} />
          </li>
        ))}
      </ul>
      <LoadMore {...removed.more} />
    </div>
  );
}

function RemovedRow({ post }: { post: Post }) {
  const { t, i18n } = useTranslation();
  const { author, removed } = post;
  const name = author?.name ?? t('Membro removido');
  const href = postHref(tenantId(), post);
  return (
    <div className="moderation-reporter flex-wrap">
      <Avatar name={name} src={author?.photo_url} size={40} />
      <span className="min-w-50 flex-1">
        <Link to={href} className="block truncate text-14 font-semibold hover:underline">
          {wordsOf(post, t('Sem texto'))}
        </Link>
        <span className="block text-13 wrap-anywhere text-text-2">
          {name}
          {', '}
          {relativeTime(removed!.at, { t, i18n })}
          {removed!.reason && `. ${t('Motivo: {{reason}}', { reason: removed!.reason })}`}
        </span>
      </span>
      <RestoreButton postId={post.id} />
    </div>
  );
}
