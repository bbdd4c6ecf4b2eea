import type { Lesson } from '@vitrine/contract/catalog';
import { useRef } from 'react';
import { useWatching, type Watching } from './use-watching.ts';

const NEAR_END_SHARE = 0.8;

/** Watching a lesson; says once that most of it has been played, so that the next may be fetched. */
export function useWatchingNearEnd(lesson: Lesson, onNearEnd: () => void): Watching {
  const watching = useWatching(lesson);
  const told = useRef<number>(null);
  return {
    ...watching,
    onPlayed(from, to, duration) {
      watching.onPlayed(from, to, duration);
      if (to / duration < NEAR_END_SHARE || told.current === lesson.id) return;
      told.current = lesson.id;
      onNearEnd();
    },
  };
}
