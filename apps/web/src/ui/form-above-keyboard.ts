import { useEffect, type RefObject } from 'react';
import { MIN_KEYBOARD_PX } from './keyboard-inset.ts';

/** Room for the header, which covers the top of a page. */
const HEADER_PX = 64;
const GAP_PX = 8;

/**
 * Keeps the end of a form, its buttons, above a phone's keyboard while somebody writes in it. A
 * browser shows the line that is written, and covers what lies below. A layer uses
 * `useKeyboardInset`.
 *
 * ```tsx
 * const form = useRef<HTMLFormElement>(null);
 * useFormAboveKeyboard(form);
 * ```
 */
export function useFormAboveKeyboard(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport;
    const element = form.current;
    if (!viewport || !element) return;
    const show = () => showEnd(element, viewport);
    viewport.addEventListener('resize', show);
    // The field grows with its text, and the buttons come with the first character.
    element.addEventListener('input', show);
    return () => {
      viewport.removeEventListener('resize', show);
      element.removeEventListener('input', show);
    };
  }, [form]);
}

function showEnd(form: HTMLElement, { height, offsetTop, scale }: VisualViewport) {
  const isKeyboard = scale <= 1.01 && window.innerHeight - height >= MIN_KEYBOARD_PX;
  const field = document.activeElement;
  if (!isKeyboard || !field || !form.contains(field)) return;
  const covered = form.getBoundingClientRect().bottom + GAP_PX - (offsetTop + height);
  // The beginning of the text stays in sight.
  const room = field.getBoundingClientRect().top - offsetTop - HEADER_PX;
  const distance = Math.min(covered, room);
  if (distance > 0) scrollBy({ top: distance, behavior: 'instant' });
}
