import { limits } from '@vitrine/contract/custom-links';
import { Link } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useLinks } from './custom-links.queries.ts';

/** The section Header of the edit drawer. */
export const section: Section = {
  id: 'header',
  label: 'Header',
  icon: Link,
  panel: () => import('./custom-links-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const links = useLinks().data?.data;
    return (
      links &&
      t('{{used}} de {{count}} links personalizados', {
        used: links.length,
        count: limits.perSchool,
      })
    );
  },
};
