import { soundOf } from './animations.ts';

/** B section 9: a preview of a song ends after 5 s. */
const SONG_MS = 5_000;

let playing: (() => void) | null = null;

/**
 * Plays at most 5 s of a song. Starting another song stops it. Browsers require a user gesture.
 * @returns a function that stops it
 */
export function playSong(song: string, onEnd?: () => void) {
  playing?.();
  const audio = new Audio(soundOf(song));
  const timer = setTimeout(stop, SONG_MS);
  function stop() {
    if (playing !== stop) return;
    playing = null;
    clearTimeout(timer);
    audio.pause();
    onEnd?.();
  }
  playing = stop;
  audio.onended = stop;
  // Browsers refuse sound without a user gesture. Then it stays silent.
  audio.play().catch(stop);
  return stop;
}
