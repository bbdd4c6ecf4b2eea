import { useEffect, useState, type ComponentProps } from 'react';
import { SearchOverlay } from '../features/search/search-overlay.tsx';
import SearchPage from '../features/search/search-page.tsx';
import type { SettingToFind } from '../features/search/search-results.tsx';
import { useIsAdmin } from '../platform/site-context.ts';

/** Loaded only for admins, because the list names every panel of the edit drawer. */
function useSettingsToFind() {
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

/** The search overlay, which also finds the settings of an admin. */
export const SiteSearch = (props: Omit<ComponentProps<typeof SearchOverlay>, 'settings'>) => (
  <SearchOverlay {...props} settings={useSettingsToFind()} />
);

/** The page /search, which also finds the settings of an admin. */
export const SiteSearchPage = () => <SearchPage settings={useSettingsToFind()} />;
