/** The height of the controls, with the seek bar. */
const CONTROLS_PX = 96;

/** Firefox lacks the part that player.css moves in other browsers. */
const movesByStyle = () => CSS.supports('selector(::-webkit-media-text-track-container)');

/**
 * Keeps the captions of a video above its controls where the stylesheet cannot. A caption with a
 * place of its own stays there. Returns a function that lowers them.
 */
export function raiseCaptions(video: HTMLVideoElement) {
  if (movesByStyle()) return;
  const raised = new Set<VTTCue>();
  const raise = () => {
    for (const track of video.textTracks)
      for (const cue of (track.activeCues ?? []) as Iterable<VTTCue>) {
        if (cue.line !== 'auto') continue;
        raised.add(cue);
        cue.snapToLines = false;
        cue.lineAlign = 'end';
        cue.line = 100 * Math.max(0, 1 - CONTROLS_PX / video.clientHeight);
      }
  };
  raise();
  for (const track of video.textTracks) track.addEventListener('cuechange', raise);
  return () => {
    for (const track of video.textTracks) track.removeEventListener('cuechange', raise);
    for (const cue of raised) {
      cue.snapToLines = true;
      cue.lineAlign = 'start';
      cue.line = 'auto';
    }
  };
}
