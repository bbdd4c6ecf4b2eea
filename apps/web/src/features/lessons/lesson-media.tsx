import type { Lesson } from '@vitrine/contract/catalog';
import { courseHref } from '@vitrine/contract/urls';
import { playerUrl } from '@vitrine/contract/videos';
import { useMemo, useState, type ReactNode, type Ref } from 'react';
import { cx } from '../../ui/cx.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { EmbedLesson } from './embed-lesson.tsx';
import { PlayerError } from './player/overlays/player-error.tsx';
import type { NextSteps } from './player/overlays/use-ending.tsx';
import type { PlayerHandle } from './player/player.tsx';
import { placeToResume } from './progress-queue.ts';
import { waitsForQuiz } from './template.ts';
import { useWatchingNearEnd } from './use-near-end.ts';

interface LessonMediaProps {
  lesson: Lesson;
  player: Ref<PlayerHandle>;
  autoPlay: boolean;
  onNext: () => void;
  /** Whether the next lesson opens now. */
  isNextReachable: () => boolean;
  /** Most of it has been played: the next lesson may be fetched. */
  onNearEnd: () => void;
  onReload: () => Promise<Lesson | undefined>;
  /** Content for the upper corners of the image. */
  start?: ReactNode;
  end?: ReactNode;
  /** Fills the height it is given instead of 16:9. */
  fill?: boolean;
}

/** The media above the text: a video in our player, or a provider's player. */
export function LessonMedia({ lesson, ...props }: LessonMediaProps) {
  // Older lessons hold a provider's page as their video's address.
  const embed = lesson.video_url ? playerUrl(lesson.video_url) : lesson.embed;
  if (lesson.video_url && !embed) return <VideoLesson lesson={lesson} {...props} />;
  if (!embed) return null;
  return (
    <EmbedLesson
      key={lesson.id}
      lesson={lesson}
      embed={embed}
      autoPlay={props.autoPlay}
      nextSteps={nextStepsOf(lesson, props)}
      onNearEnd={props.onNearEnd}
      fill={props.fill ?? false}
      corners={<Corners start={props.start} end={props.end} />}
    />
  );
}

function nextStepsOf(
  lesson: Lesson,
  { onNext, isNextReachable }: Pick<LessonMediaProps, 'onNext' | 'isNextReachable'>,
): NextSteps {
  const { course, next } = lesson;
  return {
    waits: waitsForQuiz(lesson),
    next: next && { title: next.title, go: onNext, isReachable: isNextReachable },
    ends:
      next || course.progress < 100 ? null : { title: course.title, href: courseHref(course.id) },
  };
}

function VideoLesson({
  lesson,
  autoPlay,
  onNext,
  isNextReachable,
  onNearEnd,
  onReload,
  ...props
}: LessonMediaProps) {
  const { id } = lesson;
  const watching = useWatchingNearEnd(lesson, onNearEnd);
  // Each answer signs new addresses. A playing video keeps its own.
  const [playedLesson, setPlayedLesson] = useState(lesson);
  if (playedLesson.id !== id) setPlayedLesson(lesson);
  // The position changes while the viewer watches. The start position does not.
  // oxlint-disable-next-line react/exhaustive-deps -- once for each lesson
  const startAt = useMemo(() => placeToResume(id, lesson.seconds), [id]);
  const src = playedLesson.video_url!;
  const frame = cx('player', props.fill && 'player-fill');
  const corners = <Corners start={props.start} end={props.end} />;

  return (
    <LatePart
      load={() => import('./player/player.tsx')}
      fallback={<div className={frame} />}
      renderError={(_error, retry) => (
        <div className={frame} data-controls>
          {corners}
          <PlayerError src={src} onRetry={retry} />
        </div>
      )}
    >
      {(Player) => (
        <Player
          {...props}
          {...watching}
          {...nextStepsOf(lesson, { onNext, isNextReachable })}
          ref={props.player}
          id={id}
          src={src}
          captions={playedLesson.captions}
          poster={lesson.cover}
          title={lesson.title}
          startAt={startAt}
          autoPlay={autoPlay}
          corners={corners}
          onReload={async () => {
            const reloaded = await onReload();
            if (reloaded?.id === id && reloaded.video_url) setPlayedLesson(reloaded);
          }}
        />
      )}
    </LatePart>
  );
}

function Corners({ start, end }: { start: ReactNode; end: ReactNode }) {
  if (!start && !end) return null;
  return (
    <div className="player-corners">
      {start}
      <span className="flex-1" />
      {end}
    </div>
  );
}
