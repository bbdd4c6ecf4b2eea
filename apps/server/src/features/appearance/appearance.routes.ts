import { appearance, messages } from '@vitrine/contract/appearance';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';

/** C section 7, Visual identity. Colours, logos and fonts go through `updateCustomBasic`. */
export function mountAppearance(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'appearance', appearance, {
    courseIndicator: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.courseIndicator),
    }),

    moduleIndicator: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.moduleIndicator),
    }),
  });
}
