import { useEffect, useState } from 'react';
import type { SettingToFind } from '../features/search/search-results.tsx';
import { useIsAdmin } from '../platform/site-context.ts';

/**
 * The settings that an admin finds. They load only for admins, because the list names every panel of
 * the edit drawer.
 */
export function useSettingsToFind() {
  const isAdmin = useIsAdmin();
  const [settings, setSettings] = useState<readonly SettingToFind[]>([]);
  useEffect(() => {
    if (!isAdmin) return;
    let isCancelled = false;
    // Without this list, the search still finds the rest.
    void import('./settings-to-find.ts').then(
      (module) => !isCancelled && setSettings(module.settingsToFind),
      () => {},
    );
    return () => {
      isCancelled = true;
    };
  }, [isAdmin]);
  return settings;
}
