import { useEffect, useEffectEvent } from 'react';

/** Told to players of other origins: what plays in a frame is out of the page's reach. */
const PAUSE_EVENT = 'vitrine:pause';

/** What plays on the page waits while this is mounted, and then goes on. */
export function usePausedMedia() {
  useEffect(() => {
    const paused = new Set<HTMLMediaElement>();
    function pause(media: HTMLMediaElement) {
      media.pause();
      paused.add(media);
    }
    // Media events do not bubble, so they are caught on the way down.
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

/** For a frame's player: called where what plays on the page has to wait. It does not go on by itself. */
export function useMediaPause(pause: () => void) {
  const onPause = useEffectEvent(pause);
  useEffect(() => {
    const listener = () => onPause();
    document.addEventListener(PAUSE_EVENT, listener);
    return () => document.removeEventListener(PAUSE_EVENT, listener);
  }, []);
}
