import type { AnyRoute } from '@vitrine/contract/core';
import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { ApiError } from '../../platform/api.ts';
import { boot, settingsSaved } from '../../platform/boot.ts';

/** The version to build on (contract, Settings): sent along with a form, not with a switch. */
export const settingsVersion = () => boot().site.settings.version;

/**
 * Saves by a call that answers settings, or a part of them. The page goes on with what was saved,
 * and with what somebody else saved where that was newer.
 */
export function useSettingsMutation<R extends AnyRoute>(
  route: R,
  options: Parameters<typeof useContractMutation<R>>[1] = {},
) {
  return useContractMutation(route, {
    refreshes: [platformSettings.show],
    ...options,
    onSuccess(answer, input) {
      settingsSaved((answer as { data: Partial<PlatformSettings> }).data);
      options.onSuccess?.(answer, input);
    },
    onError(trouble) {
      if (trouble instanceof ApiError && trouble.code === 'stale_version')
        settingsSaved(trouble.data as PlatformSettings);
    },
  });
}
