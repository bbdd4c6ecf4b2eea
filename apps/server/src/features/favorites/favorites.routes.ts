import { favorites } from '@vitrine/contract/favorites';
import type { FastifyInstance } from 'fastify';
import { readerOf } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.store.ts';

export function mountFavorites(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'favorites', favorites, {
    list: (school, call) => listFavorites(school, readerOf(call)),
    add: (school, call) => addFavorite(school, readerOf(call), call.params),
    remove: (school, call) => removeFavorite(school, readerOf(call), call.params),
  });
}
