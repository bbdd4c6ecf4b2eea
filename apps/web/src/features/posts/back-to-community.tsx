import type { Community } from '@vitrine/contract/communities';
import { communityHref } from '@vitrine/contract/community-urls';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';

/** Leads back to the feed from a view in its place. */
export function BackToCommunity({ community }: { community: Community }) {
  const { t } = useTranslation();
  return (
    <Link to={communityHref(community.tenant_id, community.id)} className="post-whole">
      <ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />
      {t('Voltar à comunidade')}
    </Link>
  );
}
