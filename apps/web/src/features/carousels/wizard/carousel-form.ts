import {
  weights,
  carouselType,
  typeContents,
  cardTypes,
  type TypeContent,
  type ContentType,
  type Carousel,
} from '@vitrine/contract/carousels';
import type { Kind } from '@vitrine/contract/favorites';
import { fonts, type Font } from '@vitrine/contract/site';

type CarouselStyle = Pick<
  Carousel,
  | 'title'
  | 'description'
  | 'card_type'
  | 'carousel_type'
  | 'weight_title'
  | 'size_title'
  | 'weight_description'
  | 'size_description'
  | 'cards_per_group'
  | 'cards_per_group_mobile'
  | 'autoplay_time'
>;

/** The fields of the wizard. */
export interface CarouselForm extends CarouselStyle {
  type: ContentType;
  type_content: TypeContent;
  font_title: Font;
  font_description: Font;
  autoplay: boolean;
  /** Ids of the chosen things, in order. */
  content: number[];
}

/** A card type of either `carousel_type`. */
export type CardType = CarouselForm['card_type'];

/** The fields of each step, so that its dot can show their errors. */
export const steps = {
  data: ['title', 'description', 'type', 'card_type', 'carousel_type'],
  content: ['content', 'type_content'],
  advanced: [
    'font_title',
    'weight_title',
    'size_title',
    'font_description',
    'weight_description',
    'size_description',
    'cards_per_group',
    'cards_per_group_mobile',
    'autoplay',
    'autoplay_time',
  ],
} as const satisfies Record<string, readonly (keyof CarouselForm)[]>;
/** A step of the wizard. */
export type Step = keyof typeof steps;
/** The steps of the wizard, in their order. */
export const stepNames = Object.keys(steps) as Step[];

/** Defaults of C section 9, with the school's font. */
export const newCarousel = (font: Font): CarouselForm => ({
  title: '',
  description: '',
  type: carouselType.courses,
  type_content: '',
  card_type: 'horizontal',
  carousel_type: 'Regular',
  font_title: font,
  weight_title: nearestWeight(font, 900),
  size_title: 27,
  font_description: font,
  weight_description: nearestWeight(font, 300),
  size_description: 18,
  cards_per_group: 0,
  cards_per_group_mobile: 0,
  autoplay: false,
  autoplay_time: 4,
  content: [],
});

/** The fields of a saved carousel. */
export const formOf = (carousel: Carousel): CarouselForm => ({
  title: carousel.title,
  description: carousel.description,
  type: carousel.type as ContentType,
  type_content: carousel.type_content,
  card_type: carousel.card_type,
  // A carousel of an API client may carry the other kind, which a save refuses.
  carousel_type: groupOf(carousel.card_type),
  font_title: carousel.font_title,
  weight_title: carousel.weight_title,
  size_title: carousel.size_title,
  font_description: carousel.font_description,
  weight_description: carousel.weight_description,
  size_description: carousel.size_description,
  cards_per_group: carousel.cards_per_group,
  cards_per_group_mobile: carousel.cards_per_group_mobile,
  autoplay: Boolean(carousel.autoplay),
  autoplay_time: carousel.autoplay_time,
  content: carousel.content,
});

/** Sends null for the school's own font, so that the row follows the school to its next font. */
export const followingFonts = (
  { font_title, font_description }: Pick<CarouselForm, 'font_title' | 'font_description'>,
  schools: string,
) => ({
  font_title: font_title === schools ? null : font_title,
  font_description: font_description === schools ? null : font_description,
});

/** The kind of the chosen things: courses, modules or lessons. */
export function pickedKind({
  type,
  type_content,
}: Pick<CarouselForm, 'type' | 'type_content'>): Kind {
  if (type === carouselType.courses || type_content === 'getCourseModules') return 'course';
  if (type === carouselType.modules || type_content === 'getModuleClasses') return 'module';
  return 'lesson';
}

/** Hand-picked, unless the carousel follows its courses or modules. */
export const fillingOf = (type: ContentType, living = false): TypeContent => {
  const [byHand, following = byHand] = typeContents[type] as readonly TypeContent[];
  return (living ? following : byHand)!;
};

/** The `carousel_type` that a card type belongs to. */
export const groupOf = (card: CardType) =>
  (cardTypes.Destacado as readonly string[]).includes(card) ? 'Destacado' : 'Regular';

/** The listed weights that the font really has. */
export const weightsOf = (font: Font) =>
  weights.filter((weight) => (fonts[font] as readonly number[]).includes(weight));

/** The font's weight that comes closest to the target. */
export const nearestWeight = (font: Font, target: number) =>
  weightsOf(font).reduce((best, weight) =>
    Math.abs(weight - target) < Math.abs(best - target) ? weight : best,
  );
