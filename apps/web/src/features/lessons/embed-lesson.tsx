import type { Lesson } from '@vitrine/contract/catalog';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useMediaPause } from '../../kit/page/paused-media.ts';
import { cx } from '../../ui/cx.ts';
import { playerAdapter } from './embed-players.ts';
import { useEnding, type NextSteps } from './player/overlays/use-ending.tsx';
import { placeToResume } from './progress-queue.ts';
import { useEmbedProgress } from './use-embed-progress.ts';
import { useWatchingNearEnd } from './use-near-end.ts';

interface EmbedLessonProps {
  lesson: Lesson;
  embed: string;
  autoPlay: boolean;
  nextSteps: NextSteps;
  onNearEnd: () => void;
  fill: boolean;
  corners: ReactNode;
}

/** A provider's player. Pass the lesson's id as `key`, so that each lesson mounts its own. */
export function EmbedLesson({
  lesson,
  embed,
  autoPlay,
  nextSteps,
  onNearEnd,
  ...on
}: EmbedLessonProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { id } = lesson;
  const player = useMemo(() => playerAdapter(embed), [embed]);
  // The address with the first start position. A changed address would restart the player.
  const src = useMemo(
    () => player?.src(placeToResume(id, lesson.seconds), autoPlay) ?? embed,
    [player, embed], // oxlint-disable-line react/exhaustive-deps -- once for each lesson
  );
  const ended = useEmbedProgress(frame, player, useWatchingNearEnd(lesson, onNearEnd));
  function postToPlayer(messages: readonly unknown[] = []) {
    for (const word of messages) frame.current?.contentWindow?.postMessage(word, player!.origin);
  }
  useMediaPause(() => postToPlayer(player?.pause));
  const ending = useEnding({ ...nextSteps, id, ended, onAgain: () => postToPlayer(player?.again) });
  const offers = ending !== null;
  useEffect(() => {
    // The player's full screen would hide the offer of the next lesson.
    if (offers && document.fullscreenElement === frame.current) void document.exitFullscreen();
  }, [offers]);

  return (
    <div className={cx('player', on.fill && 'player-fill')} data-controls>
      <iframe
        ref={frame}
        src={src}
        title={lesson.title}
        allow="autoplay; encrypted-media; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className="absolute inset-0 size-full"
      />
      {ending}
      {on.corners}
    </div>
  );
}
