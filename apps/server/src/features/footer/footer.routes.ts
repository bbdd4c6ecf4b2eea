import { footer, messages } from '@vitrine/contract/footer';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { saveSettings } from '../platform-settings/save-settings.ts';
import { settingsRule } from '../platform-settings/settings-rules.ts';
import { cleanTerms } from './footer.rules.ts';

settingsRule({ clean: cleanTerms });

/** A section 7, `extraSettings/update` and `footerToogle`. */
export function mountFooter(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'footer', footer, {
    update: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.saved),
    }),

    toggle: async (tx, { body, t }) => ({
      data: await saveSettings(platform, tx, body),
      message: t(messages.saved),
    }),
  });
}
