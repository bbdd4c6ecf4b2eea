import { loginPage, messages } from '@vitrine/contract/login-page';
import type { FastifyInstance } from 'fastify';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettingsWithFiles } from '../platform-settings/save-settings.ts';
import { settingsRule } from '../platform-settings/settings-rules.ts';
import { checkLoginPage } from './login-page.rules.ts';

settingsRule({ check: checkLoginPage });

/** A section 7, `loginPage/update`. */
export function mountLoginPage(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'login-page', loginPage, {
    update: withoutTransaction(async (_platform, call) => ({
      data: await saveSettingsWithFiles(platform, 'login-page.update', call),
      message: call.t(messages.saved),
    })),
  });
}
