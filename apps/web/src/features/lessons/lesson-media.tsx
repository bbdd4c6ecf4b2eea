import type { Lesson } from '@vitrine/contract/catalog';
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import { courseHref } from '../../kit/links.ts';
import { cx } from '../../ui/cx.ts';
import type { PlayerHandle } from './player/player.tsx';
import { EmbedLesson } from './embed-lesson.tsx';
import { waitingFor } from './progress-queue.ts';
import { useWatching } from './use-watching.ts';

const Player = lazy(() => import('./player/player.tsx'));

interface LessonMediaProps {
  lesson: Lesson;
  player: Ref<PlayerHandle>;
  autoPlay: boolean;
  onNext: () => void;
  /** Most of it has been played: the next lesson may be fetched. */
  onNearEnd: () => void;
  onReload: () => Promise<Lesson | undefined>;
  /** In the upper corners, over the picture. */
  start?: ReactNode;
  end?: ReactNode;
  /** Fills the height it is given instead of 16:9. */
  fill?: boolean;
}

/** What a lesson shows above its words: a video with our player, or a provider's own. */
export function LessonMedia({ lesson, ...props }: LessonMediaProps) {
  if (lesson.video_url) return <VideoLesson lesson={lesson} {...props} />;
  if (!lesson.embed) return null;
  return (
    <EmbedLesson
      lesson={lesson}
      embed={lesson.embed}
      fill={props.fill ?? false}
      corners={<Corners start={props.start} end={props.end} />}
    />
  );
}

const nearEnd = 0.8;

function VideoLesson({
  lesson,
  autoPlay,
  onNext,
  onNearEnd,
  onReload,
  ...props
}: LessonMediaProps) {
  const { id, course, next } = lesson;
  const watching = useWatching(lesson);
  const told = useRef<number>(null);
  // Addresses change with each reading of the lesson; a video that plays keeps those it has.
  const [held, setHeld] = useState(lesson);
  if (held.id !== id) setHeld(lesson);
  // Where one stands changes while one watches; where one began does not.
  // oxlint-disable-next-line react/exhaustive-deps -- once for each lesson
  const startAt = useMemo(() => waitingFor(id).seconds ?? lesson.seconds, [id]);

  return (
    <Suspense fallback={<div className={cx('player', props.fill && 'player-fill')} />}>
      <Player
        {...props}
        ref={props.player}
        id={id}
        src={held.video_url!}
        captions={held.captions}
        poster={lesson.cover}
        title={lesson.title}
        startAt={startAt}
        autoPlay={autoPlay}
        next={next && { title: next.title, go: onNext }}
        ends={
          next || course.progress < 100
            ? null
            : { title: course.title, href: courseHref(course.id) }
        }
        corners={<Corners start={props.start} end={props.end} />}
        onPlayed={(from, to, duration) => {
          watching.onPlayed(from, to, duration);
          if (to / duration < nearEnd || told.current === id) return;
          told.current = id;
          onNearEnd();
        }}
        onStopped={watching.onStopped}
        onReload={async () => {
          const fresh = await onReload();
          if (fresh?.id === id && fresh.video_url) setHeld(fresh);
        }}
      />
    </Suspense>
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
