import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { sharedValue } from '../state/shared-value.ts';

interface SectionOutline {
  /** The value of the element's `data-section`: 'header'. */
  section: string;
  /** Scrolls the page to the element. `end` aligns its bottom with the window's bottom. */
  bring: boolean | 'end';
}

/** The outlined part of the page. A preview of the page outlines the same part. */
export const outlined = sharedValue<SectionOutline | null>(null);

/**
 * Outlines the part of the page that a drawer section edits; CSS draws it. `null` removes the
 * outline. With `bring` the page scrolls to it (behaviour 16).
 */
export function outline(
  section: string | null,
  { bring = false }: Partial<Pick<SectionOutline, 'bring'>> = {},
) {
  outlined.set(section === null ? null : { section, bring });
  draw();
}

function draw() {
  for (const element of document.querySelectorAll('[data-outlined]'))
    element.removeAttribute('data-outlined');
  const now = outlined.get();
  const part = now && document.querySelector(`[data-section="${CSS.escape(now.section)}"]`);
  part?.setAttribute('data-outlined', '');
  if (now?.bring)
    part?.scrollIntoView({
      block: now.bring === 'end' ? 'end' : 'center',
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    });
}
