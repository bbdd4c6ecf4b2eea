import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useAutoplay } from './use-autoplay.tsx';

/** How far a row is scrolled, and what moves it. */
export function useTrack(list: RefObject<HTMLUListElement | null>, autoplay: number) {
  const [ends, setEnds] = useState({ before: false, after: false });

  const measure = useCallback(() => {
    const { scrollLeft, scrollWidth, clientWidth } = list.current!;
    const before = scrollLeft > 4;
    const after = scrollLeft + clientWidth < scrollWidth - 4;
    setEnds((now) => (now.before === before && now.after === after ? now : { before, after }));
  }, [list]);

  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, [list, measure]);

  /** By what fits into the row: the card that was cut comes first. Past the end, back to the start. */
  const page = useCallback(
    (direction: 1 | -1, around = false) => {
      const track = list.current!;
      const pitch = pitchOf(track);
      const whole = Math.max(1, Math.floor((track.clientWidth - edge(track)) / pitch));
      const atEnd = track.scrollLeft + track.clientWidth >= track.scrollWidth - 4;
      if (around && atEnd) track.scrollTo({ left: 0, behavior: 'smooth' });
      else track.scrollBy({ left: direction * whole * pitch, behavior: 'smooth' });
    },
    [list],
  );

  const next = useCallback(() => page(1, true), [page]);
  return { ...ends, measure, page, ...useAutoplay(autoplay, next) };
}

const edge = (track: HTMLElement) => Number.parseFloat(getComputedStyle(track).paddingLeft) || 0;

/** From the beginning of one card to the beginning of the next. */
function pitchOf(track: HTMLElement) {
  const [first, second] = track.children as unknown as [HTMLElement?, HTMLElement?];
  if (!first) return track.clientWidth;
  return second ? second.offsetLeft - first.offsetLeft : first.offsetWidth;
}
