import { useEffect, useState } from 'react';

/**
 * Whether an element is in the window, or nearer than `margin`, as CSS writes it. False without an
 * element.
 */
export function useInView(element: HTMLElement | null, margin = '0px') {
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry!.isIntersecting), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setIsInView(false);
    };
  }, [element, margin]);
  return isInView;
}
