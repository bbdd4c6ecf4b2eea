/** The step of a double tap, of J and L, and of the buttons of a lock screen. */
export const LONG_STEP_SECONDS = 10;

/** Seeks within the length of a video. A stream, and a video that has not loaded, have none. */
export function seekTo(video: HTMLVideoElement, seconds: number) {
  const at = Math.min(Math.max(seconds, 0), video.duration || 0);
  if (Number.isFinite(at)) video.currentTime = at;
}

/** Seeks from the present place, back by negative seconds. */
export const seekBy = (video: HTMLVideoElement, seconds: number) =>
  seekTo(video, video.currentTime + seconds);
