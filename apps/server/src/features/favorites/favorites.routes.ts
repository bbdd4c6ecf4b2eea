import { favorites } from '@vitrine/contract/favorites';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.store.ts';

export function mountFavorites(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'favorites', favorites, {
    list: (tx, call) => listFavorites(tx, courseViewer(call)),
    add: (tx, call) => addFavorite(tx, courseViewer(call), call.params),
    remove: (tx, call) => removeFavorite(tx, courseViewer(call), call.params),
  });
}
