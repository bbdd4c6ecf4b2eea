import { useQueryClient } from '@tanstack/react-query';
import type { Lesson } from '@vitrine/contract/catalog';
import { useCallback, useEffect, useRef } from 'react';
import { writeLocal, readLocal } from '../../platform/local-store.ts';
import { showLessonProgress } from '../catalog/catalog.queries.ts';
import { queueProgress, waitingFor } from './progress-queue.ts';
import { watchedShare, withRange, type Ranges } from './seen-ranges.ts';
import { waitsForQuiz } from './template.ts';
import { useSendProgress } from './use-send-progress.ts';

/** Minimum interval between two requests. A pause sends at once. */
const SEND_EVERY_MS = 10_000;
/** Share of the video that finishes a lesson. Credits need not be watched. */
const FINISHED_AT_SHARE = 0.9;

/** The reactions of a lesson to its video, in seconds of the video. */
export interface Watching {
  /** A part was played, just now. */
  onPlayed: (from: number, to: number, duration: number) => void;
  /** Playing stopped here: a pause, a jump, the end. */
  onStopped: (at: number) => void;
  /** The person chose an earlier place. */
  onWentBack: (to: number) => void;
}

/**
 * Progress of a lesson: stored on this device each second, sent when possible. The lesson is
 * finished once its ranges were really played.
 */
export function useWatching(lesson: Lesson): Watching {
  const client = useQueryClient();
  const sendWaiting = useSendProgress();
  const latest = useRef(lesson);
  useEffect(() => {
    latest.current = lesson;
  });
  const { id } = lesson;
  // Not by the device's clock, which somebody may set back.
  const lastSent = useRef(-Infinity);

  const send = useCallback(
    (keepalive = false) => {
      lastSent.current = performance.now();
      sendWaiting(keepalive);
    },
    [sendWaiting],
  );

  useEffect(() => {
    const leave = () => send(true);
    const hide = () => document.visibilityState === 'hidden' && leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      const { seconds } = waitingFor(id);
      if (seconds !== undefined) showLessonProgress(client, latest.current, { seconds });
      send();
    };
  }, [client, id, send]);

  // Parts that were played, on this visit and those before.
  const watchedRanges = useRef<Ranges>([]);
  const rangesKey = `seen.${id}`;
  useEffect(() => {
    watchedRanges.current = readLocal<Ranges>(rangesKey) ?? [];
  }, [rangesKey]);

  return {
    onPlayed(from, to, duration) {
      queueProgress(id, { seconds: Math.floor(to) });
      watchedRanges.current = withRange(watchedRanges.current, from, to);
      if (watchedShare(watchedRanges.current, duration) >= FINISHED_AT_SHARE) {
        watchedRanges.current = []; // counted once: who takes the tick away again has said so
        if (!lesson.finished && !waitsForQuiz(lesson)) {
          queueProgress(id, { finished: true });
          showLessonProgress(client, lesson, { finished: true });
          send();
        }
      }
      writeLocal(rangesKey, watchedRanges.current.length ? watchedRanges.current : null);
      if (performance.now() - lastSent.current < SEND_EVERY_MS) return;
      showLessonProgress(client, lesson, { seconds: Math.floor(to) });
      send();
    },
    onWentBack(to) {
      queueProgress(id, { seconds: Math.floor(to), went_back: true });
    },
    onStopped(at) {
      queueProgress(id, { seconds: Math.floor(at) });
      showLessonProgress(client, lesson, { seconds: Math.floor(at) });
      send();
    },
  };
}

/** Finishes a lesson by hand, or undoes that. Optimistic, and queued until the server has it. */
export function useFinish(lesson: Lesson) {
  const client = useQueryClient();
  const send = useSendProgress();
  return (finished: boolean) => {
    queueProgress(lesson.id, { finished });
    showLessonProgress(client, lesson, { finished });
    send();
  };
}
