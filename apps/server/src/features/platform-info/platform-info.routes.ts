import { messages, platformInfo } from '@vitrine/contract/platform-info';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';

/** A section 7, `update-seo`. */
export function mountPlatformInfo(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'platform-info', platformInfo, {
    update: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.saved),
    }),
  });
}
