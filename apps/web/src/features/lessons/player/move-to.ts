/** Moves a video to a second within its length. A stream, and a video that has not loaded, have none. */
export function moveTo(video: HTMLVideoElement, seconds: number) {
  const at = Math.min(Math.max(seconds, 0), video.duration || 0);
  if (Number.isFinite(at)) video.currentTime = at;
}
