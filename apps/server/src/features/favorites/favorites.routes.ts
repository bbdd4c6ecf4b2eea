import { favorites } from '@vitrine/contract/favorites';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/mount.ts';
import { readerOf } from '../../kit/showcase/reader.ts';
import type { Platform } from '../../platform/platform.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.store.ts';

export function mountFavorites(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'favorites', favorites, {
    list: (school, { member }) => listFavorites(school, readerOf(member)),
    add: (school, { member, params }) => addFavorite(school, readerOf(member), params),
    remove: (school, { member, params }) => removeFavorite(school, readerOf(member), params),
  });
}
