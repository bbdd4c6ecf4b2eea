import { useMediaSelector } from 'media-chrome/dist/react/media-store.js';
import { useEffect, type RefObject } from 'react';

/** TypeScript leaves `lock` out, because not every browser has it. */
type LockableOrientation = ScreenOrientation & {
  lock?: (orientation: 'landscape') => Promise<void>;
};

/**
 * Turns a phone's full screen to the wide side for a wide video, also while the phone is locked to
 * portrait. The browser turns it back as full screen ends.
 */
export function useLandscape(video: RefObject<HTMLVideoElement | null>) {
  const isFullScreen = useMediaSelector(({ mediaIsFullscreen }) => mediaIsFullscreen ?? false);
  useEffect(() => {
    const { videoWidth, videoHeight } = video.current ?? { videoWidth: 0, videoHeight: 0 };
    if (!isFullScreen || videoWidth <= videoHeight) return;
    const orientation = screen.orientation as LockableOrientation | undefined;
    orientation?.lock?.('landscape').catch(() => {}); // a computer's screen does not turn
  }, [isFullScreen, video]);
}
