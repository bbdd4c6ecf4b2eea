import * as z from 'zod/mini';
import { urlField } from './addresses.ts';
import { body, flag, flagAnswer, route, saved } from './core.ts';
import { messages as common } from './messages.ts';
import { color, image, version, wholeNumber } from './settings-values.ts';
import { buttonTexts, fontNames, type Font } from './site.ts';

/** Contract, Settings. */
export const limits = { overlay: 100, shadow: 64 } as const;

/** C section 8, Visual identity and page indicators. */
export const messages = {
  saved: 'Dados alterados com sucesso',
  courseIndicator: 'Indicador de curso atualizado!',
  moduleIndicator: 'Indicador de módulo atualizado!',
  saveFailed: 'Houve um problema ao alterar os dados da plataforma',
  switchFailed: 'Não foi possível salvar esta configuração',
  wrongFont: 'Esta fonte não está entre as oito que oferecemos.',
} as const;

/** C section 9: toasts of the appearance screens, in ms. */
export const TOAST_MS = 3_000;

/** C section 9: the browser returns to the home page this long after a save, in ms. */
export const REDIRECT_HOME_MS = 1_000;

/** C section 2: the sizes that the uploader recommends, in pixels. */
export const recommended = {
  logo_square: [200, 200],
  logo_horizontal: [480, 260],
  favicon: [32, 32],
} as const;

/** The names of the fonts in the picker (C section 9). */
export const fontLabels: Partial<Record<Font, string>> = { Inter: 'Similar Helvetica' };

/** The columns that the panel Aparência sends (C section 3). */
export const appearanceColumns = {
  primary_color: color,
  text_color: color,
  /** Ours: the specification names the setting (C section 2, Buttons) but no field for it. */
  button_text_color: z.enum(buttonTexts, common.invalid),
  overlay_color: color,
  overlay_intensity: wholeNumber(0, limits.overlay),
  background_color_primary: color,
  background_color_secondary: color,
  shadow_size: wholeNumber(0, limits.shadow),
  font_primary: z.enum(fontNames, messages.wrongFont),
  logo_square: image,
  logo_horizontal: image,
  favicon: image,
  background_image: image,
  sidebar: flag,
  showcase: flag,
  showcase_url_redirect: urlField,
  course_page_indicator: flag,
  module_page_indicator: flag,
};

/** The panel saves each switch at once, by its own route (C section 7). */
export const appearance = {
  courseIndicator: route(
    'POST',
    '/api/platform/auth/template-settings/toggle-course-page-indicator',
    {
      access: 'admin',
      source: 'C',
      body: body({ course_page_indicator: flag, version }),
      answer: saved(z.object({ course_page_indicator: flagAnswer, version: z.int() })),
    },
  ),
  moduleIndicator: route(
    'POST',
    '/api/platform/auth/template-settings/toggle-module-page-indicator',
    {
      access: 'admin',
      source: 'C',
      body: body({ module_page_indicator: flag, version }),
      answer: saved(z.object({ module_page_indicator: flagAnswer, version: z.int() })),
    },
  ),
};
