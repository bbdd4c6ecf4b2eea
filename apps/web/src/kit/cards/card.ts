import type { CarouselItem } from '@vitrine/contract/carousels';
import type { Favorite, Kind } from '@vitrine/contract/favorites';
import { pages } from '@vitrine/contract/pages';
import { courseHref, thingHref } from '@vitrine/contract/urls';
import { useBoot } from '../../platform/site-context.ts';
import { courseSeed } from './course-seed.ts';

/** The view model of a course, module or lesson in any list. */
export interface Card {
  kind: Kind;
  id: number;
  title: string;
  cover: string | null;
  /** `courseSeed` */
  seed: string;
  href: string;
  /** The course's page, for its full list of lessons. */
  episodes: string | null;
  locked: boolean;
  /** Hidden from students. */
  draft: boolean;
  /** The names of the products that open the card. */
  products: string[];
  favorite: boolean;
  /** 0 to 100. */
  progress: number;
  courseTitle: string | null;
  lessons: number | null;
  /** For a lesson: its remaining time; null if its length is unknown. */
  secondsLeft: number | null;
}

/** Turns an item of a carousel into the card of this viewer, in the viewer's language. */
export type CardOf = (item: CarouselItem) => Card;

/** `const cardOf = useCardOf()` in a component, then `items.map(cardOf)`. */
export function useCardOf(): CardOf {
  const { session, site } = useBoot();
  /**
   * A locked card leads a member to the course's page, which explains the access. A visitor of an
   * open showcase goes to the school's redirect URL, or to sign-in (contract, decision 5).
   */
  const lockedHref = (courseId: number) =>
    session ? courseHref(courseId) : (site.settings.showcase_url_redirect ?? pages.signIn.path);
  return (item) => cardOf(item, lockedHref);
}

function kindOf({ course, module }: CarouselItem) {
  if (course) return 'course';
  return module ? 'module' : 'lesson';
}

function cardOf(item: CarouselItem, lockedHref: (courseId: number) => string): Card {
  const { id, title, cover, locked, draft = false, products, favorite } = item;
  const { course, module, class: lesson } = item;
  const courseId = course?.id ?? module?.course_id ?? lesson!.course_id;
  const kind = kindOf(item);
  return {
    kind,
    id,
    title,
    cover,
    locked,
    draft,
    products,
    favorite,
    seed: courseSeed(courseId),
    href: locked ? lockedHref(courseId) : thingHref(kind, { id, title, course_id: courseId }),
    episodes: locked ? null : courseHref(courseId),
    progress: (course ?? module ?? lesson!).progress,
    courseTitle: (module ?? lesson)?.course_title ?? null,
    lessons: (course ?? module)?.lessons_count ?? null,
    secondsLeft: lesson?.duration_seconds
      ? Math.max(lesson.duration_seconds - lesson.seconds, 0)
      : null,
  };
}

/** A favourite as a card. */
export const favoriteCard = ({ url, course_id, course_title, ...favorite }: Favorite): Card => ({
  ...favorite,
  draft: favorite.draft ?? false,
  seed: courseSeed(course_id),
  href: url,
  episodes: null,
  favorite: true,
  progress: 0,
  courseTitle: course_title,
  lessons: null,
  secondsLeft: null,
});
