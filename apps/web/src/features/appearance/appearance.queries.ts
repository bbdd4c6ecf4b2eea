import { appearance, messages, TOAST_MS } from '@vitrine/contract/appearance';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/** The form: the whole panel answers in one toast. */
export const useSaveAppearance = () =>
  useSettingsMutation(platformSettings.update, { success: messages.saved, toastFor: TOAST_MS });

/** A switch of the row: it says 'salvo' beside itself. */
export const useSaveSwitch = () => useSettingsMutation(platformSettings.update);

export const useCourseIndicator = () =>
  useSettingsMutation(appearance.courseIndicator, { success: true, toastFor: TOAST_MS });

export const useModuleIndicator = () =>
  useSettingsMutation(appearance.moduleIndicator, { success: true, toastFor: TOAST_MS });
