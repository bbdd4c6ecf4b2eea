import type { Community } from '@vitrine/contract/communities';
import { ChevronDown } from 'lucide-react';
import { LateMenu } from '../../ui/late-menu.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The chevron beside a community's name. Its menu leads to the others. */
export function CommunitySwitcher({ community }: { community: Community }) {
  const { t } = useTranslation();
  const label = t('Trocar de comunidade');
  const chevron = (
    <ChevronDown size={24} strokeWidth={2} aria-hidden="true" className="community-cover-chevron" />
  );
  return (
    <LateMenu label={label} trigger={chevron} load={() => import('./community-menu.tsx')}>
      {(CommunityMenu) => <CommunityMenu label={label} trigger={chevron} community={community} />}
    </LateMenu>
  );
}
