import { appearance, messages, TOAST_MS } from '@vitrine/contract/appearance';
import { banners } from '@vitrine/contract/banners';
import { carousels } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

/**
 * Saves the form, with one toast for the whole panel. Banners and carousels without a font answer
 * the school's font, so they are refetched.
 */
export const useSaveAppearance = () =>
  useSettingsMutation(platformSettings.update, {
    refreshes: [platformSettings.show, home.show, banners.list, carousels.list],
    success: messages.saved,
    toastFor: TOAST_MS,
  });

/** Saves one switch. The switch itself shows 'salvo', so there is no toast. */
export const useSaveSwitch = () => useSettingsMutation(platformSettings.update);

/** Switches the page indicator of courses, at once (C section 2). */
export const useCourseIndicator = () =>
  useSettingsMutation(appearance.courseIndicator, { success: true, toastFor: TOAST_MS });

/** Switches the page indicator of modules, at once (C section 2). */
export const useModuleIndicator = () =>
  useSettingsMutation(appearance.moduleIndicator, { success: true, toastFor: TOAST_MS });
