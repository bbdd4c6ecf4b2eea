import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { BackLink } from '../../kit/page/back-link.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** Leads back to the feed from a view in its place. */
export function BackToCommunity({ community }: { community: Community }) {
  const { t } = useTranslation();
  return (
    <BackLink to={communityHref(community.tenant_id, community.id)}>
      {t('Voltar à comunidade')}
    </BackLink>
  );
}
