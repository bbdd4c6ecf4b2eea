import { bannerSettings, messages } from '@vitrine/contract/banner-settings';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';

/** C section 7, `update_banner_settings`. */
export function mountBannerSettings(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'banner-settings', bannerSettings, {
    update: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.saved),
    }),
  });
}
