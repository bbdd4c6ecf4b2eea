import { asksForCalm } from '../../kit/calm.ts';
import { outlineElement } from '../../kit/outline.ts';

/** Brings a carousel into view on the page behind and outlines it (behaviour 16). */
export function showOnPage(id: number | null) {
  const row = document.querySelector<HTMLElement>(`[data-section="carrossel-${id}"]`);
  outlineElement(row);
  row?.scrollIntoView({ block: 'center', behavior: asksForCalm() ? 'instant' : 'smooth' });
}
