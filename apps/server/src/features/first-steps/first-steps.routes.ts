import { firstSteps } from '@vitrine/contract/first-steps';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFirstSteps, markFirstSteps } from './first-steps.store.ts';

export function mountFirstSteps(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'first-steps', firstSteps, {
    show: async (tx) => ({ data: await findFirstSteps(tx) }),
    dismiss: (tx) => markFirstSteps(tx, 'dismissed_at'),
    studentSeen: (tx) => markFirstSteps(tx, 'student_seen_at'),
  });
}
