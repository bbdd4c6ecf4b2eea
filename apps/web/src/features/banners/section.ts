import { Image } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useBanners } from './banners.queries.ts';

/** The section Banner principal of the edit drawer. */
export const section: Section = {
  id: 'banner',
  label: 'Banner principal',
  icon: Image,
  panel: () => import('./banners-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const banners = useBanners().data?.[2].data;
    return (
      banners &&
      (banners.length
        ? t('{{count}} banner|{{count}} banners', { count: banners.length })
        : t('Nenhum banner'))
    );
  },
};
