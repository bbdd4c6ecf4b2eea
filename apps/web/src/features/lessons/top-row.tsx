import type { Lesson } from '@vitrine/contract/catalog';
import { LessonSheet } from './lesson-sheet.tsx';

/** Above a lesson on wide screens, where the course has no column: the module, and the list. */
export function TopRow({ lesson }: { lesson: Lesson }) {
  return (
    <div className="lesson-top-row">
      <p className="min-w-0 truncate text-14 text-text-2">{lesson.module.title}</p>
      <LessonSheet lesson={lesson} />
    </div>
  );
}
