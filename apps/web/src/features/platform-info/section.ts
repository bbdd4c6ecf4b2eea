import { SearchCheck } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useSite } from '../../platform/site-context.ts';

/** The section Informações & SEO of the edit drawer. */
export const section: Section = {
  id: 'info',
  label: 'Informações & SEO',
  icon: SearchCheck,
  panel: () => import('./platform-info-panel.tsx'),
  useSummary: () => useSite().settings.name,
};
