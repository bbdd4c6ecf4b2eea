import { GalleryHorizontal } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useCarousels } from './carousels.queries.ts';

/** The section Vitrine of the edit drawer. */
export const section: Section = {
  id: 'vitrine',
  label: 'Vitrine',
  icon: GalleryHorizontal,
  panel: () => import('./showcase-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const { carousels } = useCarousels();
    const unpublished = carousels?.filter(({ published }) => !published).length;
    return (
      carousels &&
      [
        t('{{count}} carrossel|{{count}} carrosséis', { count: carousels.length }),
        unpublished
          ? t('{{count}} não publicado|{{count}} não publicados', { count: unpublished })
          : '',
      ]
        .filter(Boolean)
        .join(', ')
    );
  },
};
