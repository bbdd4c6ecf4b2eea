import type { LessonEntry } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { lessonHref } from '@vitrine/contract/urls';
import { memo } from 'react';
import { Link } from 'react-router';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { Cover } from '../../kit/cards/cover.tsx';
import { DraftBadge } from '../../kit/page/draft-badge.tsx';
import { LessonMark } from '../../kit/page/lesson-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface LessonLineProps {
  entry: LessonEntry;
  courseId: number;
  /** True for the lesson where the viewer stopped. */
  isNext: boolean;
}

/** A lesson in a list, with its state, kind and duration. */
export const LessonLine = memo(function LessonLine({ entry, courseId, isNext }: LessonLineProps) {
  const { t, i18n } = useTranslation();
  const { id, title, cover, duration_seconds, locked, finished, seconds, published, sample } =
    entry;
  const share = duration_seconds && !finished ? seconds / duration_seconds : 0;
  const content = (
    <>
      <LessonMark {...entry} plays={isNext} />
      {cover && (
        <span className="lesson-thumb">
          <Cover src={cover} seed={courseSeed(courseId)} sizes="120px" />
        </span>
      )}
      <span className="lesson-words">
        <span className="lesson-title">
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
          {share > 0 && (
            <ProgressBar
              label={t('Progresso na aula')}
              value={share}
              height={3}
              className="mt-1.5 max-w-60"
            />
          )}
        </span>
        <span className="lesson-facts">
          {!published && <DraftBadge />}
          {Boolean(sample) && <Badge>{t('Aula de amostra')}</Badge>}
          {duration_seconds !== null && (
            <span className="text-14 text-text-2 tabular-nums">
              {share > 0
                ? t('restam {{time}}', {
                    time: inWords(Math.max(duration_seconds - seconds, 0), i18n.language),
                  })
                : inWords(duration_seconds, i18n.language)}
            </span>
          )}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {locked ? (
        <span className="lesson-line text-text-2">{content}</span>
      ) : (
        <Link to={lessonHref(courseId, title, id)} className="lesson-line lesson-line-open">
          {content}
        </Link>
      )}
    </li>
  );
});
