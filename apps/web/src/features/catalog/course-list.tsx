import type { Course } from '@vitrine/contract/catalog';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ModuleSection } from './module-section.tsx';

/** With more lessons than this, only the current module is open. */
const MANY_LESSONS = 60;

interface CourseListProps {
  course: Course;
  /** Limit of modules, and of lessons in each, for the first fold. The page shows all. */
  atMost?: number;
}

/** The modules and lessons of a course. */
export function CourseList({ course: { modules }, atMost }: CourseListProps) {
  const { t } = useTranslation();
  const progress = courseProgress(modules);
  const hasFewLessons = progress.count <= MANY_LESSONS;
  const current = progress.next ?? modules[0]?.lessons[0];
  return (
    <div className="catalog-column catalog-list">
      {modules.length === 0 && (
        <EmptyState
          title={t('As aulas ainda estão a caminho')}
          text={t('Quando a primeira for publicada, ela aparece aqui.')}
        />
      )}
      {modules.slice(0, atMost).map((module, index) => (
        <ModuleSection
          key={module.id}
          module={module}
          number={index + 1}
          startsOpen={hasFewLessons || module.lessons.some((lesson) => lesson.id === current?.id)}
          nextId={progress.begun ? progress.next?.id : undefined}
          atMost={atMost}
        />
      ))}
    </div>
  );
}
