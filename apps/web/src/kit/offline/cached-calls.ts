import { catalog } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { customLinks } from '@vitrine/contract/custom-links';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { me } from '@vitrine/contract/me';

/** The calls whose answers the worker keeps for a time without a connection. */
export const cachedCalls = [
  home.show,
  catalog.showCourse,
  catalog.showModule,
  catalog.showLesson,
  comments.list,
  lessonPage.show,
  customLinks.list,
  favorites.list,
  me.courses,
];
