import { outlineElement } from '../../kit/outline.ts';

/** Brings a carousel into view on the page behind and outlines it (behaviour 16). */
export function showOnPage(title: string | null) {
  const row =
    title === null
      ? null
      : document.querySelector<HTMLElement>(`.card-row[aria-label="${CSS.escape(title)}"]`);
  outlineElement(row);
  row?.scrollIntoView({ block: 'center', behavior: motion() });
}

const motion = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
