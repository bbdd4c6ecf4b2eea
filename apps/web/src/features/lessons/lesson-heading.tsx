import type { Lesson } from '@vitrine/contract/catalog';
import { courseHref, lessonHref, moduleHref } from '@vitrine/contract/urls';
import { Check, Heart, SkipForward, ThumbsUp } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { canDownload } from '../../kit/offline/downloaded-lessons.ts';
import { DraftBadge } from '../../kit/page/draft-badge.tsx';
import { isPreview } from '../../platform/preview.ts';
import { useViewer } from '../../platform/site-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { optionalPart } from '../../ui/late-component.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useLikeLesson } from '../catalog/lesson-like.queries.ts';
import { useFavorite } from '../favorites/favorites.queries.ts';
import { playerAdapter } from './embed-players.ts';
import { SampleOffer } from './sample-offer.tsx';
import { waitsForQuiz } from './template.ts';
import { useFinish } from './use-watching.ts';

const DownloadButton = optionalPart(() => import('./download-button.tsx'));

/** Longer titles take the whole width of a phone, with the actions below. */
const LONG_TITLE_CHARACTERS = 30;

interface LessonHeadingProps {
  lesson: Lesson;
  /** The server reserves the button's place, because only a browser knows whether it can download. */
  download?: ReactNode;
}

/** The lesson's title, its module and its actions. */
export function LessonHeading({
  lesson,
  download = canDownload() && !isPreview() && (
    <Suspense fallback={<DownloadPlace />}>
      <DownloadButton lesson={lesson} />
    </Suspense>
  ),
}: LessonHeadingProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { course, module, modules, title } = lesson;
  const moduleNumber = modules.findIndex(({ id }) => id === module.id) + 1;
  const silent = lesson.embed && !lesson.video_url && !playerAdapter(lesson.embed);
  return (
    <>
      <div className="lesson-heading" data-long={title.length > LONG_TITLE_CHARACTERS || undefined}>
        <div className="min-w-0 flex-1">
          {!lesson.published && <DraftBadge className="mb-2" />}
          <h1 className="site-title text-22 text-balance wrap-anywhere md:text-28">{title}</h1>
          <p className="mt-1 text-15 wrap-anywhere text-text-2">
            <span className="max-md:hidden">
              <Link to={courseHref(course.id)} className="lesson-place">
                {course.title}
              </Link>
              {' · '}
            </span>
            <Link to={moduleHref(module.id)} className="lesson-place" title={module.title}>
              {t('Módulo {{number}}', { number: moduleNumber })}
            </Link>
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-1 md:gap-2 print:hidden">
          {viewer && <LikeButton key={`like ${lesson.id}`} lesson={lesson} />}
          {viewer && <FavoriteButton key={`favorite ${lesson.id}`} lesson={lesson} />}
          {viewer && download}
          <span className="ml-2 hidden gap-2 md:flex">
            <FinishButton lesson={lesson} />
            {!lesson.video_url && <NextLink lesson={lesson} />}
          </span>
        </div>
      </div>
      <SampleOffer lesson={lesson} />
      {silent && !lesson.finished && !waitsForQuiz(lesson) && viewer && (
        <p className="mt-2 text-14 text-text-2">
          {t('Este player não conta o que você viu: ao terminar, marque a aula como concluída.')}
        </p>
      )}
    </>
  );
}

/** Keeps the place of the download button until its code has loaded. */
export const DownloadPlace = () => <span className="lesson-action" />;

function LikeButton({ lesson }: { lesson: Lesson }) {
  const { t, number } = useTranslation();
  const { liked, likes, toggle } = useLikeLesson(lesson);
  return (
    <button type="button" aria-pressed={liked} className="lesson-action" onClick={toggle}>
      <span className="sr-only">{t('Curtir aula')}</span>
      <ThumbsUp
        size={20}
        strokeWidth={1.75}
        aria-hidden="true"
        fill={liked ? 'currentColor' : 'none'}
      />
      {likes > 0 && <span className="text-14 tabular-nums">{number(likes)}</span>}
    </button>
  );
}

function FavoriteButton({ lesson: { id, title } }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const { on, change } = useFavorite('lesson', id);
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={t('Minha lista: {{title}}', { title })}
      className="lesson-action"
      onClick={() => change(!on)}
    >
      <Heart size={20} strokeWidth={1.75} aria-hidden="true" fill={on ? 'currentColor' : 'none'} />
    </button>
  );
}

/** The way on, where no player of ours has it. It is the filled button once the lesson is done. */
function NextLink({ lesson: { course, next, finished } }: { lesson: Lesson }) {
  const { t } = useTranslation();
  if (!next) return null;
  return (
    <Link
      to={lessonHref(course.id, next.title, next.id)}
      title={next.title}
      className={`lesson-next min-h-11! ${buttonClass(finished ? 'primary' : 'secondary')}`}
    >
      {t('Próxima aula')}
      <SkipForward size={18} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

/** The one filled button of the page, until the lesson is done. */
export function FinishButton({ lesson, className }: { lesson: Lesson; className?: string }) {
  const { t } = useTranslation();
  const finish = useFinish(lesson);
  const viewer = useViewer();
  const { finished, upsell } = lesson;
  if (!viewer || waitsForQuiz(lesson)) return null;
  return (
    <Button
      // The offer of a sample lesson has the filled button.
      variant={finished || upsell?.link ? 'secondary' : 'primary'}
      aria-pressed={finished}
      className={`h-11! ${className ?? ''}`}
      icon={<Check size={18} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => finish(!finished)}
    >
      {finished ? t('Aula concluída') : t('Concluir aula')}
    </Button>
  );
}
