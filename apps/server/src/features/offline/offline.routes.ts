import { offline } from '@vitrine/contract/offline';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { openLessonsOf } from './offline.reader.ts';

/** Ours: the lessons that a device may keep. */
export function mountOffline(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'offline', offline, {
    openLessons: async (tx, call) => ({
      data: await openLessonsOf(tx, courseViewer(call), call.query.ids),
    }),
  });
}
