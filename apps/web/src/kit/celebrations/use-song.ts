import { useEffect, useRef, useState } from 'react';
import { playSong } from './song.ts';

/** Plays 5 s of a song at a time. Unmounting stops it. `stop` may be called when nothing plays. */
export function useSong() {
  const [isPlaying, setPlaying] = useState(false);
  const stopRef = useRef<(() => void) | null>(null);
  const stop = () => stopRef.current?.();
  useEffect(() => () => stopRef.current?.(), []);

  function play(song: string) {
    setPlaying(true);
    stopRef.current = playSong(song, () => setPlaying(false));
  }
  return { isPlaying, play, stop };
}
