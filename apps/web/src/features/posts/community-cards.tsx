import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { imageSrcSet, phoneWide } from '@vitrine/contract/file-addresses';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { coverImage } from './community-look.ts';
import { UnreadBadge, unreadOf } from './unread.tsx';

interface CommunityCardsProps {
  communities: Community[];
  /** The empty state. */
  children?: ReactNode;
}

/** The explorer's body. The server renders it too. */
export function CommunityCards({ communities, children }: CommunityCardsProps) {
  const { t } = useTranslation();
  const firstImage = communities.find(coverImage);
  return (
    <div className="px-(--page-gutter) pt-18 md:pt-28" data-section="comunidade">
      <h1 className="site-title text-[min(1.75rem,11vw)] wrap-anywhere md:text-36">
        {t('Comunidades')}
      </h1>
      {children}
      <ul className="community-cards">
        {communities.map((community) => (
          <li key={community.id}>
            <CommunityCard community={community} first={community === firstImage} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CommunityCardProps {
  community: Community;
  /** Its image is the page's largest paint: loaded before the code. */
  first: boolean;
}

function CommunityCard({ community, first }: CommunityCardProps) {
  const { t } = useTranslation();
  const image = coverImage(community);
  return (
    <Link to={communityHref(community.tenant_id, community.id)} className="community-card">
      <span className="community-card-cover" style={{ backgroundColor: community.cover_color }}>
        {image && (
          <img
            src={image}
            srcSet={imageSrcSet(image)}
            sizes={`(width < 48rem) ${phoneWide}, 400px`}
            alt=""
            loading={first ? 'eager' : 'lazy'}
            fetchPriority={first ? 'high' : 'auto'}
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
        <UnreadBadge count={unreadOf(community)} />
      </span>
      <span className="line-clamp-2 text-14 text-pretty text-text-2">
        {community.description ||
          (community.channels.length > 0 &&
            t('{{count}} canal|{{count}} canais', { count: community.channels.length }))}
      </span>
    </Link>
  );
}
