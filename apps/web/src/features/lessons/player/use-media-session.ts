import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useSite } from '../../../platform/site-context.ts';
import { LONG_STEP_SECONDS, seekBy } from './seek.ts';

interface PlayedLesson {
  title: string;
  poster: string | null;
  next: (() => void) | undefined;
}

/**
 * Tells the lock screen of a phone which lesson plays, and takes its buttons and those of a headset:
 * ten seconds back and forward, and the next lesson.
 */
export function useMediaSession(
  video: RefObject<HTMLVideoElement | null>,
  { title, poster, next }: PlayedLesson,
) {
  const { tenant } = useSite();
  const school = tenant.name;
  const hasNext = next !== undefined;
  const seek = useEffectEvent((seconds: number) => {
    if (video.current) seekBy(video.current, seconds);
  });
  const goNext = useEffectEvent(() => next?.());
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session) return;
    session.metadata = new MediaMetadata({
      title,
      artist: school,
      artwork: poster ? [{ src: new URL(poster, location.href).href }] : [],
    });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['seekbackward', ({ seekOffset }) => seek(-(seekOffset ?? LONG_STEP_SECONDS))],
      ['seekforward', ({ seekOffset }) => seek(seekOffset ?? LONG_STEP_SECONDS)],
      ['nexttrack', hasNext ? () => goNext() : null],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      session.metadata = null;
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  }, [title, school, poster, hasNext]);
}
