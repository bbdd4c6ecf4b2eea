import * as z from 'zod/mini';
import { body, flag, flagAnswer, route, saved } from './core.ts';
import { messages as common } from './messages.ts';
import { patchOf, version, wholeNumber } from './settings-values.ts';

/** C section 9 and contract, Settings: seconds. */
export const limits = { time: [1, 60], defaultTime: 5 } as const;

/** The transitions between banners (C section 9). */
export const transitions = ['normal', 'fade'] as const;

/** C section 8, Banner settings. */
export const messages = {
  saved: 'Dados salvos com sucesso',
  failed: 'Erro ao atualizar configurações do banner',
} as const;

/** The transition from banner to banner on the home page (C section 3). */
export const bannerSettingsColumns = {
  banner_custom_transition_type: z.enum(transitions, common.invalid),
  banner_custom_autoplay: flag,
  banner_custom_autoplay_time: wholeNumber(limits.time[0], limits.time[1]),
};

/** C section 7, `update_banner_settings`. A missing field keeps its value. */
export const BannerSettingsInput = body({ ...patchOf(bannerSettingsColumns), version });

/** C section 7. 409 if `version` is out of date. */
export const bannerSettings = {
  update: route('POST', '/api/auth/config/plataforma/update_banner_settings', {
    access: 'admin',
    source: 'C',
    body: BannerSettingsInput,
    answer: saved(
      z.object({
        banner_custom_transition_type: z.enum(transitions),
        banner_custom_autoplay: flagAnswer,
        banner_custom_autoplay_time: z.int(),
        version: z.int(),
      }),
    ),
  }),
};
