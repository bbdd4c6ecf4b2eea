import type { KeyboardEvent } from 'react';

/** Handles Esc inside a layer, so that neither the layer nor a listener of the document closes it. */
export function takeEscape(event: KeyboardEvent) {
  event.preventDefault();
  event.stopPropagation();
  event.nativeEvent.stopImmediatePropagation();
}

/**
 * Whether something inside the layer already handles Esc: a row that is being dragged, or a control
 * that called preventDefault. A layer checks this before it closes.
 */
export function escapeIsTaken(event: Event): boolean {
  return event.defaultPrevented || document.querySelector('[data-dragging-row]') !== null;
}
