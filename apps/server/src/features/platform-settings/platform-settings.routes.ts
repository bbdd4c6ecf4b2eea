import { appearance, messages as appearanceMessages } from '@vitrine/contract/appearance';
import { bannerSettings, messages as bannerMessages } from '@vitrine/contract/banner-settings';
import { footer, messages as footerMessages } from '@vitrine/contract/footer';
import { lessonPage, messages as lessonMessages } from '@vitrine/contract/lesson-page';
import { loginPage, messages as loginMessages } from '@vitrine/contract/login-page';
import { messages as infoMessages, platformInfo } from '@vitrine/contract/platform-info';
import { platformSettings, type PlatformSettingsInput } from '@vitrine/contract/platform-settings';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction, type Call } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { storeParts } from './settings-images.ts';
import { changeSettings, showSettings } from './platform-settings.store.ts';

/** One row, and every panel that posts a part of it. */
export function mountPlatformSettings(app: FastifyInstance, platform: Platform) {
  const change = async (tx: TenantTransaction, patch: PlatformSettingsInput) => {
    // Who saved reads it back at once, before the database has told every server.
    tx.afterCommit(() => platform.schools.forget(tx.tenantId));
    return changeSettings(tx, patch);
  };

  /** Where pictures may come along: made before, so that no transaction waits for them. */
  const changeWithFiles = async (action: string, call: Call<typeof platformSettings.update>) => {
    const { id } = call.school.tenant;
    const images = await storeParts(platform, id, call.files);
    return platform.database.transaction(id, async (tx) => {
      const settings = await change(tx, { ...call.body, ...images });
      await writeAuditEntry(tx, action, call);
      return settings;
    });
  };

  mount(app, platform, 'platform-settings', platformSettings, {
    show: async (tx) => ({ data: await showSettings(tx) }),
    update: withoutTransaction(async (_platform, call) => ({
      data: await changeWithFiles('platform-settings.update', call),
      message: call.t(
        isTemplateOnly(call) ? lessonMessages.templateSaved : appearanceMessages.saved,
      ),
    })),
  });
  mount(app, platform, 'appearance', appearance, {
    courseIndicator: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(appearanceMessages.courseIndicator),
    }),
    moduleIndicator: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(appearanceMessages.moduleIndicator),
    }),
  });
  mount(app, platform, 'footer', footer, {
    update: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(footerMessages.saved),
    }),
    toggle: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(footerMessages.saved),
    }),
  });
  mount(app, platform, 'platform-info', platformInfo, {
    update: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(infoMessages.saved),
    }),
  });
  mount(app, platform, 'login-page', loginPage, {
    update: withoutTransaction(async (_platform, call) => ({
      data: await changeWithFiles('login-page.update', call),
      message: call.t(loginMessages.saved),
    })),
  });
  mount(app, platform, 'lesson-page', lessonPage, {
    show: async (tx) => ({ data: await showSettings(tx) }),
    comments: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(lessonMessages.commentsSaved),
    }),
  });
  mount(app, platform, 'banner-settings', bannerSettings, {
    update: async (tx, { body, t: say }) => ({
      data: await change(tx, body),
      message: say(bannerMessages.saved),
    }),
  });
}

/** A lesson template alone is the lesson panel's save, and answers in its words (contract, Settings). */
const isTemplateOnly = ({ body, files }: Call<typeof platformSettings.update>) =>
  body.theme_classes !== undefined &&
  Object.keys({ ...body, ...files }).every((name) => templateFields.includes(name));
const templateFields = ['theme_classes', 'version', 'tenant_id'];
