import { carouselType, type Carousel } from '@vitrine/contract/carousels';

/** A server answer for a carousel of courses. */
export const carousel = (id: number, overrides: Partial<Carousel> = {}): Carousel => ({
  id,
  tenant_id: 1,
  title: `Carrossel ${id}`,
  description: '',
  type: carouselType.courses,
  type_content: '',
  custom: 1,
  carousel_type: 'Regular',
  card_type: 'horizontal',
  font_title: 'Poppins',
  weight_title: 900,
  size_title: 27,
  font_description: 'Poppins',
  weight_description: 300,
  size_description: 18,
  cards_per_group: 0,
  cards_per_group_mobile: 0,
  autoplay: 0,
  autoplay_time: 4,
  published: 1,
  version: 1,
  content: [11],
  ...overrides,
});
