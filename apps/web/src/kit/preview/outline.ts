import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { sharedValue } from '../state/shared-value.ts';

interface SectionOutline {
  /** Whatever carries `data-section="header"`. */
  section: string;
  /** The page scrolls to it; `end` brings its foot to the foot of the window. */
  bring: boolean | 'end';
}

/** The part of the page that is outlined now; a preview of the page outlines the same. */
export const outlined = sharedValue<SectionOutline | null>(null);

/**
 * Outlines the part of the page that a section of the drawer sets, or one thing of many; CSS draws
 * it, `null` takes it away. With `bring` the page comes to it (behaviour 16).
 */
export function outline(
  section: string | null,
  { bring = false }: Partial<Pick<SectionOutline, 'bring'>> = {},
) {
  outlined.set(section === null ? null : { section, bring });
  draw();
}

function draw() {
  for (const old of document.querySelectorAll('[data-outlined]'))
    old.removeAttribute('data-outlined');
  const now = outlined.get();
  const part = now && document.querySelector(`[data-section="${CSS.escape(now.section)}"]`);
  part?.setAttribute('data-outlined', '');
  if (now?.bring)
    part?.scrollIntoView({
      block: now.bring === 'end' ? 'end' : 'center',
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    });
}
