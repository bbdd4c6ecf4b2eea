import { clock } from '@vitrine/contract/durations';
import type { MyCourse } from '@vitrine/contract/me';
import { courseHref, lessonHref } from '@vitrine/contract/urls';
import { List, Play } from 'lucide-react';
import { Link } from 'react-router';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { useTranslation } from '../../../ui/translation.ts';

/** The lesson to continue with, below the title of its course. */
export function GoOnCourse({ course }: { course: MyCourse }) {
  const { t } = useTranslation();
  const { id, title, cover, lessons, state } = course;
  const lesson = course.next_lesson!;
  const { seconds, duration_seconds: length } = lesson;
  const href = lessonHref(id, lesson.title, lesson.id);
  const left = length && seconds ? Math.max(1, Math.round((length - seconds) / 60)) : 0;
  return (
    <section className="go-on-course" aria-labelledby="go-on-course">
      <div className="go-on-image">
        <Cover src={cover} seed={courseSeed(id)} sizes="(width >= 48rem) 480px, 100vw" first />
        {length && seconds ? (
          <div className="go-on-progress">
            <ProgressBar label={t('Progresso')} value={seconds / length} onImage />
          </div>
        ) : null}
      </div>
      <div className="go-on-text">
        <p className="go-on-kicker">
          {t('{{title}}, aula {{position}} de {{lessons}}', {
            title,
            position: lesson.position,
            lessons,
          })}
        </p>
        <h2 id="go-on-course" className="go-on-title">
          {lesson.title}
        </h2>
        {left > 0 && (
          <p className="go-on-stopped">
            {t('Parou em {{clock}}.', { clock: clock(seconds) })}{' '}
            {t('Resta {{count}} min desta aula.|Restam {{count}} min desta aula.', {
              count: left,
            })}
          </p>
        )}
        <p className="go-on-actions">
          <Link
            to={href}
            className={cx(
              buttonClass('primary', 'lg'),
              'go-on-link max-sm:size-13! max-sm:rounded-full! max-sm:p-0!',
            )}
          >
            <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
            <span className="max-sm:sr-only">
              {state === 'new' ? t('Começar') : t('Continuar')}
            </span>
          </Link>
          <Link
            to={courseHref(id)}
            className={cx(buttonClass('secondary', 'lg'), 'max-sm:hidden!')}
          >
            <List size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('Todas as aulas')}
          </Link>
        </p>
      </div>
    </section>
  );
}
