import { platformInfo } from '@vitrine/contract/platform-info';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** A section 7, `update-seo`. */
export const useSaveInfo = () => useSettingsMutation(platformInfo.update, { success: true });
