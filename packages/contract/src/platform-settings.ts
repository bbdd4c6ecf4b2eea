import * as z from 'zod/mini';
import { appearanceColumns } from './appearance.ts';
import { bannerSettingsColumns } from './banner-settings.ts';
import { body, dataOf, flag, route, saved } from './core.ts';
import { footerColumns } from './footer.ts';
import { lessonPageColumns } from './lesson-page.ts';
import { loginColumns } from './login-page.ts';
import { infoColumns } from './platform-info.ts';
import { patchOf, version } from './settings-values.ts';
import { PlatformSettings } from './site.ts';

/** Every column of the one wide row, by the panel that shows it. */
export const settingsColumns = {
  ...appearanceColumns,
  ...loginColumns,
  ...footerColumns,
  footer_visible: flag,
  ...infoColumns,
  ...bannerSettingsColumns,
  ...lessonPageColumns,
};

/** Any subset: what is left out stays as it is (C section 7). */
export const PlatformSettingsInput = body({ ...patchOf(settingsColumns), version });
export type PlatformSettingsInput = z.output<typeof PlatformSettingsInput>;

export const platformSettings = {
  show: route('GET', '/api/auth/config/plataforma/basic/{tenant}', {
    access: 'member',
    source: 'ours',
    answer: dataOf(PlatformSettings),
  }),
  update: route('POST', '/api/auth/config/plataforma/updateCustomBasic', {
    access: 'admin',
    source: 'B,C',
    body: PlatformSettingsInput,
    answer: saved(PlatformSettings),
  }),
};
