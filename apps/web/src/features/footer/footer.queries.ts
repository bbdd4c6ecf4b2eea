import { freshness } from '@vitrine/contract/core';
import { footer } from '@vitrine/contract/footer';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** The texts of the terms, which pages do not carry. Fresh for an hour (A section 9). */
export const useTerms = () =>
  useContractQuery(platformSettings.show, {}, { staleTime: freshness.hour });

/** Switches the footer at once (A section 2). */
export const useToggleFooter = () => useSettingsMutation(footer.toggle, { success: true });

/** Saves the legal texts or the social addresses. Fields that are left out stay. */
export const useSaveFooter = () => useSettingsMutation(footer.update, { success: true });
