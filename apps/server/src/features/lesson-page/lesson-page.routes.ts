import { lessonPage, messages } from '@vitrine/contract/lesson-page';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { showSettings } from '../platform-settings/platform-settings.store.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';

/** B section 7, Lesson settings. */
export function mountLessonPage(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'lesson-page', lessonPage, {
    show: async (tx) => ({ data: await showSettings(tx) }),

    comments: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.commentsSaved),
    }),
  });
}
