import { viewerCte } from '../access/course-access.ts';
import { cards } from './cards.ts';
import { carouselFields, selectedCarousels } from './carousels.ts';
import { lessonsToContinue } from './lessons-to-continue.ts';
import { picks, type Limit } from './picks.ts';
import { trending } from './trending.ts';

/** CTEs `selected_carousels`, and `cards` with the list of cards of each carousel that has any. */
export const carouselsWithCards = (limit: Limit) =>
  [viewerCte, selectedCarousels, lessonsToContinue, trending, picks(limit), cards()].join(',\n');

/** As JSON: a carousel `r` with its `cards`. */
export const carouselJson = `json_build_object(${carouselFields},
  'carousel_item', coalesce(cards.list, '[]'))`;
