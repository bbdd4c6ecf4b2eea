import { useEffect, useRef, useState, type RefObject } from 'react';
import { reloadIfBlocked } from './reload-if-blocked.ts';

/** Whether the address is an HLS stream, which most browsers play only through hls.js. */
export const isStream = (src: string) => /\.m3u8(?:[?#]|$)/i.test(src);
const playsStreams = () =>
  document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';

/**
 * Plays HLS streams by hls.js, a lazy chunk, in browsers without native support. Otherwise the
 * browser gets the address.
 */
export function useStream(video: RefObject<HTMLVideoElement | null>, src: string) {
  const [needsHls] = useState(() => isStream(src) && !playsStreams());
  const [attempt, setAttempt] = useState(0);
  const failed = useRef(false);

  useEffect(() => {
    const element = video.current;
    if (!needsHls || !element) return;
    failed.current = false;
    let isUnmounted = false;
    const stopWatching = reloadIfBlocked();
    let stop = () => {};
    // Hands the address to the browser, which then reports the usual error.
    const giveUp = () => {
      stop();
      element.src = src;
    };
    import('hls.js/light').then(({ default: Hls }) => {
      if (isUnmounted) return;
      // A phone loads no larger picture than its player shows.
      const stream = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
      stop = () => stream.destroy();
      stream.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && giveUp());
      stream.loadSource(src);
      stream.attachMedia(element);
    }, giveUp);
    return () => {
      isUnmounted = true;
      stopWatching();
      stop();
    };
  }, [needsHls, video, src, attempt]);

  return {
    src: needsHls ? undefined : src,
    onError: () => (failed.current = true),
    /** The player was reset for a retry. */
    onEmptied: () => needsHls && failed.current && setAttempt(attempt + 1),
  };
}
