import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { communitiesHref } from '@vitrine/contract/urls';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../platform/site-context.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { useCommunities } from '../communities/communities.queries.ts';
import { coverImage } from './community-look.ts';
import { unreadOf } from './unread.tsx';

interface CommunityMenuProps {
  label: string;
  trigger: ReactNode;
  /** The open one. */
  community: Community;
}

/** Leads from one community to another. */
export default function CommunityMenu({ label, trigger, community: open }: CommunityMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { settings } = useSite();
  const communities = useCommunities();
  const list = communities.data ?? [open];
  const items: MenuItem[] = list.map((community) => ({
    id: String(community.id),
    label: community.title,
    note: community.id === open.id ? t('Você está aqui') : noteOf(community, t),
    icon: <CoverThumb community={community} />,
    onSelect: () => void navigate(communityHref(community.tenant_id, community.id)),
  }));
  if (communities.isLoading)
    items.push({ id: 'loading', label: t('Carregando'), disabled: true, onSelect: () => {} });
  if (communities.isLoadingError)
    items.push({
      id: 'retry',
      label: t('Tentar de novo'),
      note: t('As comunidades não carregaram'),
      onSelect: () => void communities.refetch(),
    });
  if (settings.show_communities_page)
    items.push('separator', {
      id: 'all',
      label: t('Todas as comunidades'),
      onSelect: () => void navigate(communitiesHref(open.tenant_id)),
    });
  return <Menu label={label} trigger={trigger} isPressed align="start" items={items} />;
}

function noteOf(community: Community, t: TFunction) {
  if (community.locked) return community.upsell?.text || t('Só para quem tem o plano');
  if (!community.active) return t('Inativa');
  const count = unreadOf(community);
  return count > 0
    ? t('{{count}} publicação nova|{{count}} publicações novas', { count })
    : undefined;
}

function CoverThumb({ community }: { community: Community }) {
  const image = coverImage(community);
  return (
    <span
      className="block overflow-hidden rounded-control"
      style={{ width: 36, height: 36, backgroundColor: community.cover_color }}
    >
      {image && (
        <img
          src={image}
          srcSet={imageSrcSet(image)}
          sizes="36px"
          alt=""
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
