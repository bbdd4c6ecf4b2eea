import { Users } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useCommunityIndex } from './communities.queries.ts';

/** The section Comunidade of the edit drawer. */
export const section: Section = {
  id: 'comunidade',
  label: 'Comunidade',
  icon: Users,
  panel: () => import('./communities-panel.tsx'),
  entries: {
    nova: { title: 'Nova comunidade', load: () => import('./new-community-panel.tsx') },
    editar: { title: 'Editar comunidade', load: () => import('./edit-community-panel.tsx') },
    canais: { title: 'Canais', load: () => import('./channels-panel.tsx') },
  },
  useSummary() {
    const { t } = useTranslation();
    const count = useCommunityIndex().data?.length;
    return count === undefined
      ? undefined
      : t('Nenhuma comunidade|{{count}} comunidade|{{count}} comunidades', { count });
  },
};
