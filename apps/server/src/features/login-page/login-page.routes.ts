import { loginPage, messages } from '@vitrine/contract/login-page';
import type { FastifyInstance } from 'fastify';
import { withPreparation } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { storeSettingsImages } from '../platform-settings/settings-images.ts';
import { settingsRule } from '../platform-settings/settings-rules.ts';
import { checkLoginPage } from './login-page.rules.ts';

settingsRule({ check: checkLoginPage });

/** A section 7, `loginPage/update`. */
export function mountLoginPage(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'login-page', loginPage, {
    update: withPreparation(storeSettingsImages, async (tx, { body, t }, images) => ({
      data: await saveSettings(platform, tx, { ...body, ...images }),
      message: t(messages.saved),
    })),
  });
}
