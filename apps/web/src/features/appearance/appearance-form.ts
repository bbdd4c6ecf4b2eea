import { appearanceColumns } from '@vitrine/contract/appearance';
import { patchOf } from '@vitrine/contract/settings-values';
import type { SiteSettings } from '@vitrine/contract/site';
import * as z from 'zod/mini';
import type { Draft } from '../../kit/forms/draft.ts';

/** The columns that 'Salvar' sends. The panel's other columns are switches, saved at once. */
const fields = [
  'primary_color',
  'text_color',
  'button_text_color',
  'overlay_color',
  'overlay_intensity',
  'background_color_primary',
  'background_color_secondary',
  'shadow_size',
  'font_primary',
  'logo_square',
  'logo_horizontal',
  'favicon',
  'background_image',
  'showcase_url_redirect',
] as const satisfies (keyof typeof appearanceColumns)[];

/** The fields of the panel Aparência that wait for Salvar. */
export type AppearanceForm = Pick<SiteSettings, (typeof fields)[number]>;

const picked = Object.fromEntries(fields.map((name) => [name, true])) as Record<
  (typeof fields)[number],
  true
>;

/** The panel's own check, with the texts of the contract. */
export const AppearanceInput = z.pick(z.object(patchOf(appearanceColumns)), picked);

/** The form's values for the given settings. */
export const formOf = (settings: SiteSettings) =>
  Object.fromEntries(fields.map((name) => [name, settings[name]])) as AppearanceForm;

/** The props of every section of the panel: the form's values, and how to change them. */
export interface SectionProps {
  values: AppearanceForm;
  /** The saved values. */
  saved: AppearanceForm;
  set: Draft<AppearanceForm>['set'];
  errorOf: (field: keyof AppearanceForm) => string | undefined;
}
