import type { Lesson } from '@vitrine/contract/catalog';
import { useLayoutEffect, useRef } from 'react';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { ListModule } from './list-module.tsx';

/** With more lessons than this, only the module of the current lesson is open. */
const MANY_LESSONS = 40;

interface LessonListProps {
  lesson: Lesson;
  /** Omits the title, which the page shows elsewhere. */
  bare?: boolean;
}

/** The lessons of the course: finished, current and next. */
export function LessonList({ lesson, bare = false }: LessonListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { course, module, modules, id } = lesson;
  const { done, count } = courseProgress(modules);
  const hasFewLessons = count <= MANY_LESSONS;

  // Scrolls the list to the current lesson, without scrolling the page.
  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    const scroller = box.current?.closest<HTMLElement>('[data-lesson-scroll]');
    if (!row || !scroller) return;
    const offset = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    if (offset < 0 || offset > scroller.clientHeight - 80)
      scroller.scrollTop += offset - scroller.clientHeight / 3;
  }, [id]);

  return (
    <div ref={box}>
      {!bare && (
        <div className="px-3 pb-4">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="site-title line-clamp-2 text-18 wrap-anywhere">{course.title}</h2>
            <p className="shrink-0 text-14 text-text-2 tabular-nums">
              {t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', { done, count })}
            </p>
          </div>
          <ProgressBar
            label={t('Progresso no curso')}
            value={count ? done / count : 0}
            height={6}
            className="mt-3"
          />
        </div>
      )}
      {modules.map((entry, index) => (
        <ListModule
          key={entry.id}
          module={entry}
          number={index + 1}
          courseId={course.id}
          current={entry.id === module.id ? id : null}
          heading={bare ? 'h2' : 'h3'}
          startsOpen={entry.id === module.id || (hasFewLessons && !(bare && isDone(entry)))}
        />
      ))}
    </div>
  );
}

/** In a narrow list, finished modules are closed. */
const isDone = ({ lessons }: Lesson['modules'][number]) =>
  lessons.every(({ finished }) => finished);
