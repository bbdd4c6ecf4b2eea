import type { Community } from '@vitrine/contract/communities';
import { hrefOf } from '@vitrine/contract/pages';
import { imageSrcSet } from '@vitrine/contract/uploads';
import { Lock, Users } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { Link } from 'react-router';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { useEditPlace } from '../../kit/preview/edit-place.ts';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { useIsAdmin } from '../../platform/site-context.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import { useCommunities } from '../communities/communities.queries.ts';
import { coverImage } from './community-cover.tsx';
import './posts.css';

/** Every community that the reader may know of (A 2). */
export default function ExplorerPage() {
  const { t } = useTranslation();
  const communities = useCommunities();
  usePageTitle(t('Comunidades'));
  return (
    <div className="page pt-24 md:pt-28" data-section="comunidade">
      <h1 className="site-title text-28">{t('Comunidades')}</h1>
      {communities.isPending && (
        <SkeletonFrame className="community-cards">
          {[0, 1, 2].map((index) => (
            <SkeletonBlock key={index} className="h-56 rounded-card" />
          ))}
        </SkeletonFrame>
      )}
      {communities.isError && (
        <QueryError
          className="pt-16"
          query={communities}
          title={t('As comunidades não carregaram')}
        />
      )}
      {communities.data?.length === 0 && <Nothing />}
      <ul className="community-cards">
        {communities.data?.map((community) => (
          <li key={community.id}>
            <CommunityCard community={community} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CommunityCard({ community }: { community: Community }) {
  const { t } = useTranslation();
  const image = coverImage(community);
  const unread = community.channels.reduce((sum, channel) => sum + channel.unread, 0);
  return (
    <Link
      to={hrefOf('community', { tenant: community.tenant_id, id: community.id })}
      className="community-card"
    >
      <span className="community-card-cover" style={{ backgroundColor: community.cover_color }}>
        {image && (
          <img
            src={image}
            srcSet={imageSrcSet(image)}
            sizes="(max-width: 767px) 100vw, 400px"
            alt=""
            loading="lazy"
          />
        )}
        {community.locked && (
          <span className="community-card-lock">
            <Lock size={14} strokeWidth={2} aria-hidden="true" />
            {community.upsell?.text || t('Só para quem tem o plano')}
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 pt-3">
        <span className="min-w-0 flex-1 truncate text-16 font-semibold">{community.title}</span>
        {!community.active && <Badge>{t('Inativa')}</Badge>}
        {unread > 0 && (
          <Badge tone="count">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">
              {t('{{count}} publicação nova|{{count}} publicações novas', { count: unread })}
            </span>
          </Badge>
        )}
      </span>
      <span className="line-clamp-2 text-14 text-text-2">
        {community.description ||
          (community.channels.length > 0 &&
            t('{{count}} canal|{{count}} canais', { count: community.channels.length }))}
      </span>
    </Link>
  );
}

function Nothing() {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const place = useEditPlace();
  return (
    <EmptyState
      className="pt-16"
      icon={<Users />}
      title={admin ? t('Você não possui comunidades criadas.') : t('Ainda não há comunidades')}
      text={
        admin
          ? t('Um lugar para seus alunos conversarem, com canais, fotos e perguntas.')
          : t('Quando a escola abrir uma, ela aparece aqui.')
      }
      action={
        admin && (
          <Button variant="primary" onClick={() => place.goTo(['comunidade', 'nova'])}>
            {t('Criar')}
          </Button>
        )
      }
    />
  );
}
