import { isTextField } from '../../ui/is-text-field.ts';

/**
 * Shows what a link leads to, in the middle of the screen. It takes the focus, so that keyboards and
 * screen readers go on from there. Somebody who writes keeps it.
 */
export function showLinked(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' });
  if (!isTextField(document.activeElement)) element?.focus({ preventScroll: true });
}
