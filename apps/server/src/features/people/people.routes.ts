import { people } from '@vitrine/contract/people';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/course-access.ts';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPerson } from './people.reader.ts';

/** Ours: the card of a member. */
export function mountPeople(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'people', people, {
    show: async (tx, call) => ({
      data: await findPerson(tx, courseViewer(call), call.params.id),
    }),
  });
}
