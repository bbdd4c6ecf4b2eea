import type { CarouselRow } from '@vitrine/contract/carousels';
import type { useDraft } from '../../../kit/draft.ts';
import type { CarouselForm } from './carousel-form.ts';
import type { useContentSwitch } from './content-switch.ts';

/** What each step of the wizard gets. */
export interface StepProps {
  draft: ReturnType<typeof useDraft<CarouselForm>>;
  /** As it is saved; null for a new one. */
  carousel: CarouselRow | null;
  /** Changes what it is made of. */
  fill: ReturnType<typeof useContentSwitch>;
}
