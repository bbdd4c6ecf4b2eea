import type { CarouselWithItems, ContentType } from '@vitrine/contract/carousels';
import type { Draft } from '../../../kit/forms/draft.ts';
import type { CarouselForm } from './carousel-form.ts';

/** The draft and the filling that every step edits. */
export interface StepProps {
  draft: Draft<CarouselForm>;
  /** The saved carousel. Null for a new one. */
  carousel: CarouselWithItems | null;
  /** Changes the filling. */
  fill: (filling: ContentChoice) => void;
}

/** The choice of the cards. Without a type, it stays. */
export interface ContentChoice {
  type?: ContentType;
  /** True where it follows its courses or modules. */
  living?: boolean;
}
