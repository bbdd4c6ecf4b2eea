/**
 * Whether Esc already belongs to something smaller than the layer that hears it: a row being
 * dragged, or a control that answered it. A layer asks before it closes.
 */
export function escapeIsTaken(event: Event): boolean {
  return event.defaultPrevented || document.querySelector('[data-dragging-row]') !== null;
}
