import * as z from 'zod/mini';
import { Banner } from './banners.ts';
import { CarouselItem, CarouselWithItems } from './carousels.ts';
import { Continue } from './catalog.ts';
import { dataOf, flagAnswer, listOf, route } from './core.ts';

/** The settings that the home page needs. */
export const HomeSettings = z.object({
  showcase: flagAnswer,
  showcase_url_redirect: z.nullable(z.string()),
  show_blocked_content: flagAnswer,
  banner_custom_transition_type: z.enum(['normal', 'fade']),
  banner_custom_autoplay: flagAnswer,
  banner_custom_autoplay_time: z.int(),
});
export type HomeSettings = z.output<typeof HomeSettings>;

/**
 * The whole home page in one answer. Carousels come in display order; a new one is first. Students do
 * not get unpublished carousels, nor ones without cards. Staff get all of them.
 */
export const Home = z.object({
  banners: listOf(Banner),
  carousels: listOf(CarouselWithItems),
  /** The school's courses, newest first, until an admin makes the first carousel; then empty. */
  courses: listOf(CarouselItem),
  continue: listOf(Continue),
  settings: HomeSettings,
});
export type Home = z.output<typeof Home>;

/** v1, home. Visitors get it too while the showcase is open (contract, decision 5). */
export const home = {
  show: route('GET', '/api/v1/home', { access: 'showcase', source: 'v1', answer: dataOf(Home) }),
};
