import { useCallback, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { useAutoplay } from './use-autoplay.tsx';

/**
 * Scroll state and paging of a row of `count` cards. `autoplay` is in seconds, 0 for never. It pauses
 * while the edit drawer outlines `section`.
 */
export function useTrack(count: number, autoplay: number, section: string | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const [overflow, setOverflow] = useState({ before: false, after: false });

  const measure = useCallback(() => {
    const track = list.current;
    if (!track) return; // the row has unmounted
    const { scrollLeft } = track;
    const hasBefore = scrollLeft > TOLERANCE_PX;
    const hasAfter = !isAtEnd(track);
    setOverflow((now) =>
      now.before === hasBefore && now.after === hasAfter
        ? now
        : { before: hasBefore, after: hasAfter },
    );
  }, []);

  useEffect(() => {
    const track = list.current!;
    // `content-visibility` skips layout out of sight. The row is measured once it comes into view.
    const arrive = (event: Event) =>
      event.target === track &&
      !(event as ContentVisibilityAutoStateChangeEvent).skipped &&
      measure();
    const observer = new ResizeObserver(measure);
    observer.observe(track);
    track.addEventListener('scroll', measure, { passive: true });
    track.addEventListener('contentvisibilityautostatechange', arrive);
    track.addEventListener('keydown', onArrowKey);
    return () => {
      observer.disconnect();
      track.removeEventListener('scroll', measure);
      track.removeEventListener('contentvisibilityautostatechange', arrive);
      track.removeEventListener('keydown', onArrowKey);
    };
  }, [measure, count]);

  /**
   * Scrolls by the number of whole cards, so that the cropped card comes first. At the end, `around`
   * returns to the start.
   */
  const page = useCallback((direction: 1 | -1, around = false) => {
    const track = list.current!;
    const pitch = pitchOf(track);
    const cardsInView = Math.max(1, Math.floor((track.clientWidth - edge(track)) / pitch));
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth';
    if (around && isAtEnd(track)) track.scrollTo({ left: 0, behavior });
    else track.scrollBy({ left: direction * cardsInView * pitch, behavior });
  }, []);

  const next = useCallback(() => page(1, true), [page]);
  return { ...overflow, list, page, ...useAutoplay(autoplay, next, section) };
}

/** Browsers round positions, and zoomed ones by more than a pixel. */
const TOLERANCE_PX = 4;

const isAtEnd = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) =>
  scrollLeft + clientWidth >= scrollWidth - TOLERANCE_PX;

const edge = (track: HTMLElement) => Number.parseFloat(getComputedStyle(track).paddingLeft) || 0;

/** The distance between the left edges of two neighbouring cards. */
function pitchOf(track: HTMLElement) {
  const [first, second] = track.children as unknown as [HTMLElement?, HTMLElement?];
  if (!first) return track.clientWidth;
  return second ? second.offsetLeft - first.offsetLeft : first.offsetWidth;
}

/** Arrow keys move between cards; Home and End go to the ends. */
function onArrowKey(event: KeyboardEvent) {
  const track = event.currentTarget as HTMLElement;
  const cards = [...track.querySelectorAll<HTMLElement>('.card-link')];
  const index = cards.findIndex((card) => card.closest('li')!.contains(event.target as Node));
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: cards.length - 1 }[
    event.key
  ];
  if (to === undefined || index < 0 || !cards[to]) return;
  event.preventDefault();
  cards[to].focus();
}
