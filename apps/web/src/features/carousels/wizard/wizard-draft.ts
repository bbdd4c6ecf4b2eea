import type { CarouselWithItems, ContentType } from '@vitrine/contract/carousels';
import type { useDraft } from '../../../kit/forms/draft.ts';
import type { CarouselForm } from './carousel-form.ts';

/** What each step of the wizard gets. */
export interface StepProps {
  draft: ReturnType<typeof useDraft<CarouselForm>>;
  /** As it is saved; null for a new one. */
  carousel: CarouselWithItems | null;
  /** Changes what it is made of. */
  fill: (filling: ContentChoice) => void;
}

export interface ContentChoice {
  type?: ContentType;
  /** Whether it follows its courses or modules. */
  living?: boolean;
}
