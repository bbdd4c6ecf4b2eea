import { templates } from '@vitrine/contract/lesson-page';
import { Clapperboard } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useLessonPage } from './lesson-page.queries.ts';

/** The section Página de aula of the edit drawer. */
export const section: Section = {
  id: 'aula',
  label: 'Página de aula',
  icon: Clapperboard,
  panel: () => import('./lesson-page-panel.tsx'),
  entries: {
    ajustes: { title: 'Ajustes gerais', load: () => import('./lesson-settings-panel.tsx') },
  },
  useSummary() {
    const { t } = useTranslation();
    const lesson = useLessonPage().data?.data;
    const template = templates.find(({ id }) => id === lesson?.theme_classes);
    return (
      lesson &&
      template &&
      `${t(template.label)}, ${lesson.comment ? t('com comentários') : t('sem comentários')}`
    );
  },
};
