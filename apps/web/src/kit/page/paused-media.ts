import { useEffect, useEffectEvent } from 'react';

/** An event for cross-origin players, which the page cannot pause itself. */
const PAUSE_EVENT = 'vitrine:pause';

/** Pauses the page's media while mounted, and resumes it afterwards. */
export function usePausedMedia() {
  useEffect(() => {
    const paused = new Set<HTMLMediaElement>();
    function pause(media: HTMLMediaElement) {
      media.pause();
      paused.add(media);
    }
    // Media events do not bubble, so this listens in the capture phase.
    function refuse({ target }: Event) {
      if (target instanceof HTMLMediaElement) pause(target);
    }
    for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio'))
      if (!media.paused) pause(media);
    document.dispatchEvent(new Event(PAUSE_EVENT));
    document.addEventListener('play', refuse, true);
    return () => {
      document.removeEventListener('play', refuse, true);
      for (const media of paused) if (media.isConnected) void media.play().catch(() => {});
    };
  }, []);
}

/** Calls `pause` when the page's media must pause. A player in an iframe does not resume by itself. */
export function useMediaPause(pause: () => void) {
  const onPause = useEffectEvent(pause);
  useEffect(() => {
    const listener = () => onPause();
    document.addEventListener(PAUSE_EVENT, listener);
    return () => document.removeEventListener(PAUSE_EVENT, listener);
  }, []);
}
