import type { Lesson } from '@vitrine/contract/catalog';
import { useMemo, useRef, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { speakingPlayer } from './embed-players.ts';
import { waitingFor } from './progress-queue.ts';
import { useEmbedProgress } from './use-embed-progress.ts';
import { useWatching } from './use-watching.ts';

interface EmbedLessonProps {
  lesson: Lesson;
  embed: string;
  fill: boolean;
  corners: ReactNode;
}

/** A provider's own player. */
export function EmbedLesson({ lesson, embed, fill, corners }: EmbedLessonProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { id } = lesson;
  const player = useMemo(() => speakingPlayer(embed), [embed]);
  // Where one began: a new address would begin anew.
  const src = useMemo(
    () => player?.src(waitingFor(id).seconds ?? lesson.seconds) ?? embed,
    [id, player, embed], // oxlint-disable-line react/exhaustive-deps -- once for each lesson
  );
  useEmbedProgress(frame, player, useWatching(lesson));
  return (
    <div className={cx('player', fill && 'player-fill')}>
      <iframe
        key={id}
        ref={frame}
        src={src}
        title={lesson.title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
        className="absolute inset-0 size-full"
      />
      {corners}
    </div>
  );
}
