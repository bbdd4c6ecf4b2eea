import { catalog, type Lesson } from '@vitrine/contract/catalog';
import { useLike } from '../../kit/queries/like.ts';

// A file of its own: the home page loads the other queries of the catalogue.

/** Likes a lesson, or takes the like back. */
export const useLikeLesson = (lesson: Lesson) =>
  useLike(lesson, {
    like: catalog.like,
    unlike: catalog.unlike,
    shownBy: [catalog.showLesson],
  });
