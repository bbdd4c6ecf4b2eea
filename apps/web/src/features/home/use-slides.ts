import type { EmblaCarouselType } from 'embla-carousel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../kit/page/reduced-motion.ts';

/**
 * Moves slides by swipe and by `goTo`. The library loads only for more than one slide. The slides
 * render before it.
 */
export function useSlides(count: number, transition: 'normal' | 'fade') {
  const viewport = useRef<HTMLDivElement>(null);
  const moving = useRef<EmblaCarouselType | null>(null);
  const wanted = useRef(0);
  const [index, setIndex] = useState(0);
  const several = count > 1;

  useEffect(() => {
    const element = viewport.current;
    if (!element || !several) return;
    let gone = false;
    void load(transition).then(({ embla, plugins }) => {
      if (gone) return;
      const made = embla(element, { loop: true, startIndex: wanted.current }, plugins);
      made.on('select', () => {
        wanted.current = made.selectedScrollSnap();
        setIndex(wanted.current);
      });
      made.on('reInit', () => made.scrollTo(wanted.current, true));
      moving.current = made;
    });
    return () => {
      gone = true;
      moving.current?.destroy();
      moving.current = null;
    };
  }, [several, transition]);

  const goTo = useCallback((place: number) => {
    wanted.current = place;
    const made = moving.current;
    if (!made) setIndex(place);
    // A slide that has only just come is gone to as soon as it is known.
    else if (place < made.scrollSnapList().length) made.scrollTo(place, prefersReducedMotion());
  }, []);

  return { viewport, index: Math.min(index, count - 1), goTo };
}

async function load(transition: 'normal' | 'fade') {
  const [{ default: embla }, fade] = await Promise.all([
    import('embla-carousel'),
    transition === 'fade' ? import('embla-carousel-fade') : null,
  ]);
  return { embla, plugins: fade ? [fade.default()] : [] };
}
