import { messages as appearanceMessages } from '@vitrine/contract/appearance';
import { messages as lessonMessages } from '@vitrine/contract/lesson-page';
import { platformSettings } from '@vitrine/contract/platform-settings';
import type { FastifyInstance } from 'fastify';
import { withPreparation, type Call } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { showSettings } from './platform-settings.store.ts';
import { saveSettings } from './save-settings.ts';
import { storeSettingsImages } from './settings-images.ts';

/**
 * Mounts the call of the whole row and the call that takes a patch from any panel. The calls of a
 * single panel are in its own folder: appearance, footer, login-page, platform-info, lesson-page,
 * banner-settings, showcase.
 */
export function mountPlatformSettings(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'platform-settings', platformSettings, {
    show: async (tx) => ({ data: await showSettings(tx) }),

    update: withPreparation(storeSettingsImages, async (tx, call, images) => ({
      data: await saveSettings(platform, tx, { ...call.body, ...images }),
      message: call.t(
        isTemplateOnly(call) ? lessonMessages.templateSaved : appearanceMessages.saved,
      ),
    })),
  });
}

/** The lesson panel saves its template alone, and expects its own message (contract, Settings). */
const isTemplateOnly = ({ body, files }: Call<typeof platformSettings.update>) =>
  body.theme_classes !== undefined &&
  Object.keys({ ...body, ...files }).every((name) => templateFields.includes(name));
const templateFields = ['theme_classes', 'version', 'tenant_id'];
