import type { AnyRoute } from '@vitrine/contract/core';
import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { ApiError } from '../../platform/api.ts';
import { useSiteStore } from '../../platform/site-context.ts';

/** Reads the version that the page knows (contract, Settings). A form sends it; a switch does not. */
export function useSettingsVersion() {
  const { boot } = useSiteStore();
  return () => boot().site.settings.version;
}

/**
 * Saves by a call that answers settings, or a part of them. The page takes over the answer. After a
 * `stale_version` it takes over the newer settings that somebody else saved.
 */
export function useSettingsMutation<R extends AnyRoute>(
  route: R,
  options: Parameters<typeof useContractMutation<R>>[1] = {},
) {
  const { settingsSaved } = useSiteStore();
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
