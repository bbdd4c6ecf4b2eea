import type { ComponentProps } from 'react';
import { SearchOverlay } from '../features/search/search-overlay.tsx';
import { useSettingsToFind } from './use-settings-to-find.ts';

/** The search overlay, which also finds the settings of an admin. */
export const SiteSearch = (props: Omit<ComponentProps<typeof SearchOverlay>, 'settings'>) => (
  <SearchOverlay {...props} settings={useSettingsToFind()} />
);
