import type { LessonEntry } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { lessonHref } from '@vitrine/contract/urls';
import { memo } from 'react';
import { Link } from 'react-router';
import { LessonMark } from '../../kit/page/lesson-mark.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface ListRowProps {
  entry: LessonEntry;
  courseId: number;
  plays: boolean;
}

/** A lesson in the list beside the player. Memoised: a course may have hundreds. */
export const ListRow = memo(function Row({ entry, courseId, plays }: ListRowProps) {
  const { t, i18n } = useTranslation();
  const { id, title, duration_seconds, finished, seconds } = entry;
  const isStarted = duration_seconds && seconds > 0 && !finished;
  return (
    <li>
      <Link
        to={lessonHref(courseId, title, id)}
        aria-current={plays ? 'page' : undefined}
        className="list-row"
      >
        <LessonMark {...entry} plays={plays} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
          {isStarted && (
            <ProgressBar
              label={t('Progresso na aula')}
              value={seconds / duration_seconds}
              height={3}
              className="mt-1.5"
            />
          )}
        </span>
        {duration_seconds !== null && (
          <span className="shrink-0 text-13 text-text-2 tabular-nums">
            {inWords(duration_seconds, i18n.language)}
          </span>
        )}
      </Link>
    </li>
  );
});
