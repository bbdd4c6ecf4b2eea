import {
  ConfigInput,
  defaultCoverColor,
  defaultTitle,
  type CommunityConfig,
} from '@vitrine/contract/communities';
import { useDraft } from '../../kit/forms/draft.ts';

/** The fields of the new form (A section 4). */
export interface ConfigForm {
  title: string;
  description: string;
  background_color: string;
  cover_path: string | null;
  is_private: boolean;
  hide_channels_groups: boolean;
  has_ranking: boolean;
  has_continue_watching: boolean;
  product_ids: number[];
  upsell_text: string;
  upsell_link: string;
}

/** Defaults of a new community (A section 4). */
export const newConfig: ConfigForm = {
  title: defaultTitle,
  description: '',
  background_color: defaultCoverColor,
  cover_path: null,
  is_private: false,
  hide_channels_groups: false,
  has_ranking: true,
  has_continue_watching: true,
  product_ids: [],
  upsell_text: '',
  upsell_link: '',
};

/** The form of a saved community. */
export const configOf = (config: CommunityConfig): ConfigForm => ({
  title: config.title,
  description: config.description,
  background_color: config.background_color,
  cover_path: config.cover_path,
  is_private: Boolean(config.is_private),
  hide_channels_groups: Boolean(config.hide_channels_groups),
  has_ranking: Boolean(config.has_ranking),
  has_continue_watching: Boolean(config.has_continue_watching),
  product_ids: config.product_ids.map(Number),
  upsell_text: config.upsell_text,
  upsell_link: config.upsell_link ?? '',
});

interface ConfigDraftOptions {
  name: string;
  saved: ConfigForm;
  failure: string;
  save: Parameters<typeof useDraft<ConfigForm>>[0]['save'];
}

/** The draft of the new form: its errors by the contract, and its saved state. */
export const useConfigDraft = (options: ConfigDraftOptions) =>
  useDraft<ConfigForm>({ ...options, schema: ConfigInput, asSaved: configOf });

/** The new form with its unsaved changes and the server's errors. */
export type ConfigDraft = ReturnType<typeof useConfigDraft>;
