import { screen } from '@testing-library/react';
import type { CarouselItem, CarouselWithItems } from '@vitrine/contract/carousels';
import { home, type Home } from '@vitrine/contract/home';
import { beforeEach, vi } from 'vitest';
import { HomePage } from '../features/home/home-page.tsx';
import { HeaderSlot } from '../kit/page/header-slot.tsx';
import { carousel } from './carousel.ts';
import { serve, visit } from './school.tsx';

/** A card of a course. */
export const course = (
  id: number,
  title: string,
  overrides: Partial<CarouselItem> = {},
): CarouselItem => ({
  id,
  title,
  carouselItemId: id,
  locked: false,
  cover: null,
  products: [],
  favorite: false,
  course: { id, title, lessons_count: 12, progress: 0 },
  ...overrides,
});

/** A carousel of two courses, as home shows it. */
export const row = (
  id: number,
  title: string,
  overrides: Partial<CarouselWithItems> = {},
): CarouselWithItems => ({
  ...carousel(id, {
    title,
    card_type: 'vertical',
    weight_title: 700,
    size_title: 22,
    content: [],
  }),
  carousel_item: [course(1, 'Luz natural'), course(2, 'Macro sem mistério')],
  ...overrides,
});

/** An answer of home with these parts. */
export const homeWith = (overrides: Partial<Home>): Home => ({
  banners: [],
  carousels: [],
  courses: [],
  continue: [],
  settings: {
    showcase: 0,
    showcase_url_redirect: null,
    show_blocked_content: 1,
    banner_custom_transition_type: 'normal',
    banner_custom_autoplay: 0,
    banner_custom_autoplay_time: 5,
  },
  ...overrides,
});

type FakeCalls = Parameters<typeof serve>;
type VisitOptions = Parameters<typeof visit>[1];

/** Opens home with these parts, for a student by default. `sent` records the calls. */
export const openHome = (
  shown: Partial<Home>,
  as: VisitOptions = { roles: ['student'] },
  ...calls: FakeCalls
) => ({
  sent: serve([home.show, () => ({ data: homeWith(shown) })], ...calls),
  ...visit(
    <>
      <HeaderSlot />
      <HomePage />
    </>,
    as,
  ),
});

/** Finds the carousel of this title. */
export const rowNamed = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
