import type { Lesson } from '@vitrine/contract/catalog';
import { courseHref, lessonHref } from '@vitrine/contract/urls';
import { ChevronLeft, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewer } from '../../platform/site-context.ts';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { FinishButton } from './lesson-heading.tsx';
import { waitsForQuiz } from './template.ts';

/** The back button over the image, on phones. */
export function BackToCourse({ lesson: { course } }: { lesson: Lesson }) {
  const { t } = useTranslation();
  return (
    <Link
      to={courseHref(course.id)}
      aria-label={t('Voltar ao curso {{title}}', { title: course.title })}
      className="player-button player-corner md:hidden"
    >
      <ChevronLeft size={26} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

/** The top bar of a lesson without an image, on phones. */
export function PhoneTop({ lesson: { course }, aside }: { lesson: Lesson; aside?: ReactNode }) {
  return (
    <div className="phone-top md:hidden">
      <Link to={courseHref(course.id)} className="flex min-h-14 min-w-0 flex-1 items-center gap-2">
        <ChevronLeft size={24} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
        <span className="truncate text-15 font-medium">{course.title}</span>
      </Link>
      {aside}
    </div>
  );
}

/** The bottom bar on phones: finish and next. */
export function PhoneBar({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { course, next } = lesson;
  if (!next && (!viewer || waitsForQuiz(lesson))) return null;
  return (
    <div className="phone-bar md:hidden">
      <FinishButton lesson={lesson} className="flex-1" />
      {next && (
        <Link
          to={lessonHref(course.id, next.title, next.id)}
          aria-label={t('Próxima aula: {{title}}', { title: next.title })}
          className={cx('phone-next ml-auto', lesson.finished && 'bg-primary! text-on-primary')}
        >
          <SkipForward size={22} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </div>
  );
}
