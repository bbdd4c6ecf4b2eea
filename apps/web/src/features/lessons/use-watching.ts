import type { Lesson } from '@vitrine/contract/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { keep, readKept } from '../../platform/kept.ts';
import { showStanding } from '../catalog/catalog.queries.ts';
import { keepProgress, waitingFor } from './progress-queue.ts';
import { useSendProgress } from './use-send-progress.ts';
import { seenShare, withRange, type Ranges } from './seen-ranges.ts';

/** At most every ten seconds, and at once where somebody stops. */
const sendsEvery = 10_000;
/** Seen to this share, a lesson is finished; credits need not be watched. */
const finishedAt = 0.9;

export interface Watching {
  /** A part was played, just now. */
  onPlayed: (from: number, to: number, duration: number) => void;
  /** Playing stopped here: a pause, a jump, the end. */
  onStopped: (at: number) => void;
}

/**
 * Progress of one lesson: kept on this device second by second, sent as the line allows, and the
 * lesson finished once its parts were really seen.
 */
export function useWatching(lesson: Lesson): Watching {
  const client = useQueryClient();
  const sendWaiting = useSendProgress();
  const latest = useRef(lesson);
  useEffect(() => {
    latest.current = lesson;
  });
  const { id } = lesson;
  const lastSent = useRef(0);

  const send = useCallback(
    (keepalive = false) => {
      lastSent.current = Date.now();
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
      if (seconds !== undefined) showStanding(client, latest.current, { seconds });
      send();
    };
  }, [client, id, send]);

  // Parts that were played, on this visit and those before.
  const seen = useRef<Ranges>([]);
  const seenName = `seen.${id}`;
  useEffect(() => {
    seen.current = readKept<Ranges>(seenName) ?? [];
  }, [seenName]);

  return {
    onPlayed(from, to, duration) {
      keepProgress(id, { seconds: Math.floor(to) });
      seen.current = withRange(seen.current, from, to);
      if (seenShare(seen.current, duration) >= finishedAt) {
        seen.current = []; // counted once: who takes the tick away again has said so
        if (!lesson.finished) {
          keepProgress(id, { finished: true });
          showStanding(client, lesson, { finished: true });
          send();
        }
      }
      keep(seenName, seen.current.length ? seen.current : null);
      if (Date.now() - lastSent.current < sendsEvery) return;
      showStanding(client, lesson, { seconds: Math.floor(to) });
      send();
    },
    onStopped(at) {
      keepProgress(id, { seconds: Math.floor(at) });
      showStanding(client, lesson, { seconds: Math.floor(at) });
      send();
    },
  };
}

/** Finishes a lesson by hand, or takes that back: shown at once, kept until the server has it. */
export function useFinish(lesson: Lesson) {
  const client = useQueryClient();
  const send = useSendProgress();
  return (finished: boolean) => {
    keepProgress(lesson.id, { finished });
    showStanding(client, lesson, { finished });
    send();
  };
}
