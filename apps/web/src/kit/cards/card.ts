import { pages } from '@vitrine/contract/pages';
import type { CarouselItem } from '@vitrine/contract/carousels';
import type { Favorite, Kind } from '@vitrine/contract/favorites';
import { courseHref, thingHref } from '@vitrine/contract/urls';
import { useBoot } from '../../platform/site-context.ts';
import { courseSeed } from './course-seed.ts';

/** What a card tells of a course, a module or a lesson, whichever list it stands in. */
export interface Card {
  kind: Kind;
  id: number;
  title: string;
  cover: string | null;
  /** `courseSeed` */
  seed: string;
  href: string;
  /** The course's page, for who wants to see everything there is. */
  episodes: string | null;
  locked: boolean;
  /** Students do not see it. */
  draft: boolean;
  /** Names of the products that would open it. */
  products: string[];
  favorite: boolean;
  /** 0 to 100. */
  progress: number;
  courseTitle: string | null;
  lessons: number | null;
  /** Of a lesson: what is left of it; null where its length is not known. */
  secondsLeft: number | null;
}

export type CardOf = (item: CarouselItem) => Card;

/** `const cardOf = useCardOf()` in a component, then `items.map(cardOf)`. */
export function useCardOf(): CardOf {
  const { session, site } = useBoot();
  /**
   * A locked card leads a member to the course's page, which tells how to get in. A visitor of an
   * open showcase goes where the school sends them, else to sign in (contract, decision 5).
   */
  const lockedHref = (courseId: number) =>
    session ? courseHref(courseId) : (site.settings.showcase_url_redirect ?? pages.signIn.path);
  return (item) => cardOf(item, lockedHref);
}

function cardOf(item: CarouselItem, lockedHref: (courseId: number) => string): Card {
  const { id, title, cover, locked, draft = false, products, favorite } = item;
  const { course, module, class: lesson } = item;
  const courseId = course?.id ?? module?.course_id ?? lesson!.course_id;
  const kind = course ? 'course' : module ? 'module' : 'lesson';
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
