import { loginPage } from '@vitrine/contract/login-page';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** A section 7. New images travel as parts of the form. */
export const useSaveLoginPage = () => useSettingsMutation(loginPage.update, { success: true });

/** Saves one switch. */
export const useSaveMagicLink = () => useSettingsMutation(loginPage.update, { success: true });
