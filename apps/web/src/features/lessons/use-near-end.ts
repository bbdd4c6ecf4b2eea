import type { Lesson } from '@vitrine/contract/catalog';
import { useRef } from 'react';
import { useWatching, type Watching } from './use-watching.ts';

const NEAR_END_SHARE = 0.8;

/** Calls `onNearEnd` once when most of the lesson was played, to prefetch the next one. */
export function useWatchingNearEnd(lesson: Lesson, onNearEnd: () => void): Watching {
  const watching = useWatching(lesson);
  const notifiedLesson = useRef<number>(null);
  return {
    ...watching,
    onPlayed(from, to, duration) {
      watching.onPlayed(from, to, duration);
      if (to / duration < NEAR_END_SHARE || notifiedLesson.current === lesson.id) return;
      notifiedLesson.current = lesson.id;
      onNearEnd();
    },
  };
}
