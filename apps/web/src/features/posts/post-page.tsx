import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { idIn } from '@vitrine/contract/pages';
import { Lock, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { BackLink } from '../../kit/page/back-link.tsx';
import { NotFound } from '../../kit/page/not-found.tsx';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { plainText } from '../../kit/page/safe-html.tsx';
import { isRefused } from '../../kit/queries/is-refused.ts';
import { ApiError } from '../../platform/api.ts';
import { tenantId } from '../../platform/boot.ts';
import { useHeldFocus } from '../../ui/held-focus.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunity } from '../communities/communities.queries.ts';
import { ChannelUpsell } from './channel-list.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { PostComments } from './post-comments.tsx';
import { PostItem } from './post-item.tsx';
import { usePost } from './posts.queries.ts';
import { RestoreButton } from './restore-button.tsx';
import './posts.css';

/** A post with its comments. `?comentario=` scrolls to one of them. */
export default function PostPage() {
  const { t } = useTranslation();
  const params = useParams();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const communityId = Number(params['communityId']);
  const post = usePost(Number(params['postId']));
  const community = useCommunity(communityId);
  const data = post.data?.data;
  const firstWords = data && (plainText(data.content).slice(0, 60) || t('Publicação'));
  usePageTitle(data && (data.title || firstWords));
  // The note of a removed post goes with the press that restores it.
  const box = useRef<HTMLDivElement>(null);
  const heldFocus = useHeldFocus(box);
  const home = communityHref(tenantId(), communityId);

  if (Number(params['tenant']) !== tenantId() || (data && data.community_id !== communityId))
    return <NotFound title={t('Esta publicação não existe')} />;
  if (post.error instanceof ApiError && post.error.code === 'post_removed')
    return <RemovedPost reason={(post.error.data as { reason: string }).reason} home={home} />;
  if (post.error instanceof ApiError && post.error.code === 'no_access')
    return <LockedPost error={post.error} home={home} />;
  const failed = [post, community].find(
    ({ isLoadingError, error }) => isLoadingError || isRefused(error),
  );
  if (failed)
    return (
      <PageError
        query={failed}
        missing={t('Esta publicação não existe')}
        title={t('A publicação não carregou')}
      />
    );
  const channel = community.data?.data.channels.find(({ id }) => id === data?.channel_id);
  return (
    <div ref={box} tabIndex={-1} className="community post-page outline-none" {...heldFocus}>
      <BackLink to={channel ? `${home}?canal=${channel.id}` : home}>
        {channel?.title ?? t('Comunidade')}
      </BackLink>
      {data && community.data ? (
        <>
          {/* A post may have no title; its page always has a heading. */}
          {!data.title && <h1 className="sr-only">{firstWords}</h1>}
          {data.removed && <RemovedNote id={data.id} reason={data.removed.reason} />}
          <PostItem
            // Another post has another draft, and other comments that are written.
            key={data.id}
            post={data}
            community={community.data.data}
            alone
            onRemoved={() => void navigate(home)}
          />
          {!data.removed && (
            <PostComments
              key={`comments ${data.id}`}
              post={data}
              community={community.data.data}
              linked={idIn(search.get('comentario'))}
            />
          )}
        </>
      ) : (
        <FeedSkeleton />
      )}
    </div>
  );
}

/** Shows the author the reason of the removal. */
function RemovedPost({ reason, home }: { reason: string; home: string }) {
  const { t } = useTranslation();
  return (
    <div className="page pt-32">
      <EmptyState
        icon={<Trash2 />}
        title={t('A equipe removeu esta publicação.')}
        text={t('Motivo: {{reason}}', { reason })}
        action={
          <Link to={home} className="post-whole">
            {t('Voltar à comunidade')}
          </Link>
        }
      />
    </div>
  );
}

/** The way in, for a viewer whom a link leads to a locked channel. */
function LockedPost({ error, home }: { error: ApiError; home: string }) {
  const { t } = useTranslation();
  const { upsell } = error.data as Pick<Community, 'upsell'>;
  return (
    <div className="page pt-32">
      <EmptyState
        heading
        icon={<Lock />}
        title={t('Esta publicação é de quem tem um plano')}
        text={error.message}
        action={
          <>
            <ChannelUpsell upsell={upsell} />
            <Link to={home} className="post-whole">
              {t('Voltar à comunidade')}
            </Link>
          </>
        }
      />
    </div>
  );
}

function RemovedNote({ id, reason }: { id: number; reason: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="removed-note">
      <p className="min-w-0 flex-1">{t('Removida. Motivo: {{reason}}', { reason })}</p>
      <RestoreButton postId={id} />
    </div>
  );
}
