/** Recorders write WebM without a duration. The browser then reports Infinity and cannot seek. */
export const lacksDuration = (video: HTMLVideoElement) => video.duration === Infinity;

/** Far behind every end. */
const BEYOND_END_SECONDS = 1e9;

/** Seeks to the end, where the browser learns the duration, and back. Then calls `found`. */
export function findDuration(video: HTMLVideoElement, onFound: () => void) {
  const plays = video.autoplay || !video.paused;
  const done = () => {
    if (lacksDuration(video)) return;
    video.removeEventListener('durationchange', done);
    video.currentTime = 0;
    if (plays) void video.play().catch(() => {}); // a browser may want to be asked first
    onFound();
  };
  video.addEventListener('durationchange', done);
  video.currentTime = BEYOND_END_SECONDS;
}
