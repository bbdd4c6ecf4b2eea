import { loginPage } from '@vitrine/contract/login-page';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

export const useSaveLoginPage = () => useSettingsMutation(loginPage.update, { success: true });

/** A switch that is saved at once: it says 'salvo' beside itself. */
export const useSaveMagicLink = () => useSettingsMutation(loginPage.update);
