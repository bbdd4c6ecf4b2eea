import { ClipboardCheck } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useQuizzes } from './quizzes.queries.ts';

/** The section Minhas avaliações of the edit drawer. */
export const section: Section = {
  id: 'avaliacoes',
  label: 'Minhas avaliações',
  icon: ClipboardCheck,
  panel: () => import('./manage/quizzes-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const quizzes = useQuizzes().data?.[2].data;
    return (
      quizzes &&
      (quizzes.length
        ? t('{{count}} avaliação|{{count}} avaliações', { count: quizzes.length })
        : t('Nenhuma avaliação'))
    );
  },
};
