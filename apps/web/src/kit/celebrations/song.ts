import { soundOf } from './animations.ts';

/** B section 9: a preview of a song ends after 5 s. */
const SONG_MS = 5_000;

let playing: (() => void) | null = null;

/**
 * Plays a song from a gesture, and no longer than 5 s; another song ends it.
 * @returns how to end it
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
  // Browsers refuse sound without a gesture: then it stays quiet.
  audio.play().catch(stop);
  return stop;
}
