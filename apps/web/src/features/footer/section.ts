import { PanelBottom } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

/** The section Footer of the edit drawer. */
export const section: Section = {
  id: 'footer',
  label: 'Footer',
  icon: PanelBottom,
  panel: () => import('./footer-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    return useSite().footer.footer_visible ? t('Ativo') : t('Desligado');
  },
};
