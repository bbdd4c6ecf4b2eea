import { appearanceColumns } from './appearance.ts';
import { bannerSettingsColumns } from './banner-settings.ts';
import { body, dataOf, flag, route, saved } from './core.ts';
import { footerColumns } from './footer.ts';
import { lessonPageColumns } from './lesson-page.ts';
import { loginColumns } from './login-page.ts';
import { infoColumns } from './platform-info.ts';
import { patchOf, version } from './settings-values.ts';
import { showcaseColumns } from './showcase.ts';
import { PlatformSettings } from './site.ts';
import { imagePart, type ImageUse } from './uploads.ts';

/** All settings of a school, by the panel that shows them. */
const settingsColumns = {
  ...appearanceColumns,
  ...loginColumns,
  ...footerColumns,
  footer_visible: flag,
  ...infoColumns,
  ...bannerSettingsColumns,
  ...lessonPageColumns,
  ...showcaseColumns,
};

/** The image columns, each with its upload use. A request sends an image as a file part or as a path. */
export const settingsImages = {
  logo_square: 'logo',
  logo_horizontal: 'logo',
  favicon: 'favicon',
  background_image: 'image',
  login_banner: 'banner',
  login_banner_vertical: 'banner_vertical',
} as const satisfies Partial<Record<keyof PlatformSettings, ImageUse>>;

/** A partial update. A missing field keeps its value (C section 7). */
const PlatformSettingsInput = body({ ...patchOf(settingsColumns), version });

/** B section 7 and C section 7: `updateCustomBasic` takes a patch of any panel's columns. */
export const platformSettings = {
  show: route('GET', '/api/auth/config/plataforma/basic/{tenant}', {
    access: 'member',
    source: 'contract',
    answer: dataOf(PlatformSettings),
  }),
  update: route('POST', '/api/auth/config/plataforma/updateCustomBasic', {
    access: 'admin',
    source: 'B,C',
    body: PlatformSettingsInput,
    files: {
      logo_square: imagePart,
      logo_horizontal: imagePart,
      favicon: imagePart,
      background_image: imagePart,
      login_banner: imagePart,
      login_banner_vertical: imagePart,
    },
    answer: saved(PlatformSettings),
  }),
};
