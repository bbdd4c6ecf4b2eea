import { useEffect } from 'react';

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
    document.addEventListener('play', refuse, true);
    return () => {
      document.removeEventListener('play', refuse, true);
      for (const media of paused) if (media.isConnected) void media.play().catch(() => {});
    };
  }, []);
}
