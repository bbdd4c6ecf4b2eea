import type { Community } from '@vitrine/contract/communities';
import { imageSrcSet } from '@vitrine/contract/file-addresses';
import { hrefOf } from '@vitrine/contract/pages';
import { communitiesHref } from '@vitrine/contract/urls';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../platform/site-context.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useTranslation, type TFunction } from '../../ui/translation.ts';
import { useCommunities } from '../communities/communities.queries.ts';
import { coverImage } from './community-look.ts';

/** Leads from one community to another. The list is read when the menu opens. */
export function CommunitySwitcher({ community: open }: { community: Community }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { settings } = useSite();
  const [opened, setOpened] = useState(false);
  const communities = useCommunities(opened);
  const list = communities.data ?? [open];
  const items: MenuItem[] = list.map((community) => ({
    id: String(community.id),
    label: community.title,
    note: community.id === open.id ? t('Você está aqui') : noteOf(community, t),
    icon: <CoverThumb community={community} />,
    onSelect: () =>
      void navigate(hrefOf('community', { tenant: community.tenant_id, id: community.id })),
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
  return (
    <Menu
      label={t('Trocar de comunidade')}
      trigger={
        <ChevronDown
          size={24}
          strokeWidth={2}
          aria-hidden="true"
          className="community-cover-chevron"
        />
      }
      align="start"
      onOpen={() => setOpened(true)}
      items={items}
    />
  );
}

function noteOf(community: Community, t: TFunction) {
  if (community.locked) return community.upsell?.text || t('Só para quem tem o plano');
  if (!community.active) return t('Inativa');
  const count = community.channels.reduce((sum, channel) => sum + channel.unread, 0);
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
