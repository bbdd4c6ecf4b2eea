import { Trophy } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useParameters } from './points.queries.ts';

/** The section Gamificação of the edit drawer. */
export const section: Section = {
  id: 'gamificacao',
  label: 'Gamificação',
  icon: Trophy,
  panel: () => import('./gamification-panel.tsx'),
  entries: { pontuacao: { title: 'Pontuação', load: () => import('./points-panel.tsx') } },
  useSummary() {
    const { t } = useTranslation();
    const parameters = useParameters().data;
    if (!parameters) return undefined;
    const name = parameters.community.custom_name;
    return name ? t('As ações valem {{name}}', { name }) : t('Nenhuma ação vale pontos ainda');
  },
};
