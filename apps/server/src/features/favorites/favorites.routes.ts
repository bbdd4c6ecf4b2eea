import { favorites } from '@vitrine/contract/favorites';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import type { MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addFavorite, hasFavorites, listFavorites, removeFavorite } from './favorites.store.ts';

/** Sends the member's list with pages that show whether their thing is on it. */
export const favoritesAnswer: MemberAnswer = {
  route: favorites.list,
  pages: ['course', 'module', 'lesson', 'favorite'],
  flag: hasFavorites,
  async answer({ database }, context, flagged) {
    return flagged
      ? listFavorites(database.reader(context.school.tenant.id), courseViewer(context))
      : [];
  },
};

/** v1, favorites. */
export function mountFavorites(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'favorites', favorites, {
    list: (tx, call) => listFavorites(tx, courseViewer(call)),
    add: (tx, call) => addFavorite(tx, courseViewer(call), call.params),
    remove: (tx, call) => removeFavorite(tx, courseViewer(call), call.params),
  });
}
