import {
  contentFlags,
  type ContentFlag,
  type LegacyCommunity,
} from '@vitrine/contract/communities';
import type { Font } from '@vitrine/contract/site';

/**
 * The fields of the legacy form (A section 5). The content flags are those of a new community: a
 * saved one switches them at once.
 */
export interface LegacyForm extends Partial<Record<ContentFlag, boolean>> {
  title: string;
  description: string;
  background_color: string;
  primary_text_color: string;
  secondary_text_color: string;
  shadow_color: string;
  font_family: Font | '';
  button_sales_text: string;
  sales_url: string;
  show_ranking: boolean;
  show_continue_watching: boolean;
  permissions_array: number[];
}

/**
 * Fields of a saved community that save at once. A stored draft must not restore its older
 * products.
 */
export const savedAtOnce = ['permissions_array'] as const;

/** Defaults of a new community of the legacy form. */
export const newLegacy: LegacyForm = {
  title: '',
  description: '',
  background_color: '',
  primary_text_color: '',
  secondary_text_color: '',
  shadow_color: '',
  font_family: '',
  button_sales_text: '',
  sales_url: '',
  show_ranking: true,
  show_continue_watching: true,
  permissions_array: [],
  ...flags(() => true),
};

function flags(isOn: (flag: ContentFlag) => boolean) {
  return Object.fromEntries(contentFlags.map((flag) => [flag, isOn(flag)]));
}

/** The form of a community that was just made, with its content flags. */
export const newLegacyFormOf = (it: LegacyCommunity): LegacyForm => ({
  ...legacyFormOf(it),
  ...flags((flag) => Boolean(it[flag])),
});

/** The form of a saved community. `plans_with_access` are its products. */
export const legacyFormOf = (it: LegacyCommunity): LegacyForm => ({
  title: it.title,
  description: it.description,
  background_color: it.background_color,
  primary_text_color: it.primary_text_color,
  secondary_text_color: it.secondary_text_color,
  shadow_color: it.shadow_color,
  font_family: it.font_family as Font | '',
  button_sales_text: it.button_sales_text,
  sales_url: it.sales_url,
  show_ranking: Boolean(it.show_ranking),
  show_continue_watching: Boolean(it.show_continue_watching),
  permissions_array: it.plans_with_access.map(({ plan_id }) => plan_id),
});
