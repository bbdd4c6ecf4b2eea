import type { CarouselItem } from '@vitrine/contract/carousels';
import type { Home } from '@vitrine/contract/home';
import { courseHref, lessonHref } from '@vitrine/contract/urls';
import type { Card, CardOf } from '../../kit/cards/card.ts';
import { courseSeed } from '../../kit/cards/course-seed.ts';

/** The card that replaces a banner. */
export interface Featured {
  card: Card;
  /** True where the viewer has begun it. */
  begun: boolean;
}

/** The content of the hero without a banner: the lesson to continue, else the first open thing with lessons. */
export function featuredOf(
  { carousels, courses, continue: begun }: Home,
  cardOf: CardOf,
): Featured | null {
  const rows = carousels.filter((row) => row.published).map((row) => row.carousel_item);
  const items = [...rows, courses].flat();
  const [going] = begun;
  if (going) {
    const item = items.find(({ class: lesson }) => lesson?.id === going.lesson_id);
    return { card: item ? cardOf(item) : continueCard(going), begun: true };
  }
  const first = items.find(canBegin) ?? items[0];
  return first ? { card: cardOf(first), begun: false } : null;
}

/** An open thing that is a lesson, or has one. */
const canBegin = ({ locked, course, module }: CarouselItem) =>
  !locked && (course ?? module)?.lessons_count !== 0;

function continueCard({ course_id, lesson_id, ...lesson }: Home['continue'][number]): Card {
  return {
    kind: 'lesson',
    id: lesson_id,
    title: lesson.title,
    cover: lesson.cover,
    seed: courseSeed(course_id),
    href: lessonHref(course_id, lesson.title, lesson_id),
    episodes: courseHref(course_id),
    locked: false,
    products: [],
    favorite: false,
    progress: lesson.percent,
    courseTitle: null,
    lessons: null,
    secondsLeft: null,
    draft: false,
  };
}
