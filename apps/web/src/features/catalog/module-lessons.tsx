import type { ModulePage } from '@vitrine/contract/catalog';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { LessonLine } from './lesson-line.tsx';

interface ModuleLessonsProps {
  module: ModulePage;
  /** Limit of lessons for the first fold. The page shows all. */
  atMost?: number;
}

/** The lessons on a module's own page. */
export function ModuleLessons({ module, atMost }: ModuleLessonsProps) {
  const { t } = useTranslation();
  const { course, lessons } = module;
  const progress = courseProgress([module]);
  if (lessons.length === 0) return <EmptyState title={t('As aulas ainda estão a caminho')} />;
  return (
    <ul>
      {lessons.slice(0, atMost).map((entry) => (
        <LessonLine
          key={entry.id}
          entry={entry}
          courseId={course.id}
          isNext={progress.begun && entry.id === progress.next?.id}
        />
      ))}
    </ul>
  );
}
