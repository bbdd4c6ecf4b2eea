import type { EmblaCarouselType } from 'embla-carousel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '../../kit/page/reduced-motion.ts';

/**
 * Moves slides by swipe and by `goTo`. The library loads only for more than one slide. The slides
 * render before it.
 */
export function useSlides(count: number, transition: 'normal' | 'fade') {
  const viewport = useRef<HTMLDivElement>(null);
  const emblaRef = useRef<EmblaCarouselType | null>(null);
  const targetIndex = useRef(0);
  const [index, setIndex] = useState(0);
  const hasSeveral = count > 1;

  useEffect(() => {
    const element = viewport.current;
    if (!element || !hasSeveral) return;
    let isUnmounted = false;
    void load(transition).then(({ embla, plugins }) => {
      if (isUnmounted) return;
      const carousel = embla(element, { loop: true, startIndex: targetIndex.current }, plugins);
      carousel.on('select', () => {
        targetIndex.current = carousel.selectedScrollSnap();
        setIndex(targetIndex.current);
      });
      carousel.on('reInit', () => carousel.scrollTo(targetIndex.current, true));
      emblaRef.current = carousel;
    });
    return () => {
      isUnmounted = true;
      emblaRef.current?.destroy();
      emblaRef.current = null;
    };
  }, [hasSeveral, transition]);

  const goTo = useCallback((nextIndex: number) => {
    targetIndex.current = nextIndex;
    const embla = emblaRef.current;
    if (!embla) setIndex(nextIndex);
    // A slide that has only just come is gone to as soon as it is known.
    else if (nextIndex < embla.scrollSnapList().length)
      embla.scrollTo(nextIndex, prefersReducedMotion());
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
