import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { lives } from '@vitrine/contract/lives';
import { me } from '@vitrine/contract/me';
import { notifications } from '@vitrine/contract/notifications';
import { posts } from '@vitrine/contract/posts';
import { quizzes } from '@vitrine/contract/quizzes';

/** The queries that say what the viewer's products open. */
export const accessReads = [
  home.show,
  catalog.showCourse,
  catalog.showModule,
  catalog.showLesson,
  me.courses,
  favorites.list,
  communities.list,
  communities.show,
  posts.list,
  posts.show,
  lives.list,
  lives.show,
  quizzes.mine,
  notifications.communities,
];
