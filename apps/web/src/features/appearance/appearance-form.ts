import { appearanceColumns } from '@vitrine/contract/appearance';
import { patchOf } from '@vitrine/contract/settings-values';
import type { ButtonText, Font, SiteSettings } from '@vitrine/contract/site';
import * as z from 'zod/mini';

/** What waits for Salvar; the other columns of the panel are saved the moment they are switched. */
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

export type AppearanceForm = Pick<SiteSettings, (typeof fields)[number]> & {
  font_primary: Font;
  button_text_color: ButtonText;
};

const kept = Object.fromEntries(fields.map((name) => [name, true])) as Record<
  (typeof fields)[number],
  true
>;

export const AppearanceInput = z.pick(z.object(patchOf(appearanceColumns)), kept);

/** The form of some settings. */
export const formOf = (settings: SiteSettings) =>
  Object.fromEntries(fields.map((name) => [name, settings[name]])) as AppearanceForm;

/** What every section of the panel gets: the form as it stands, and how to change it. */
export interface SectionProps {
  values: AppearanceForm;
  /** As it is saved. */
  saved: AppearanceForm;
  change: (patch: Partial<AppearanceForm>) => void;
  errorOf: (field: keyof AppearanceForm) => string | undefined;
}
