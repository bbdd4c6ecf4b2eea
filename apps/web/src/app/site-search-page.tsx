import SearchPage from '../features/search/search-page.tsx';
import { useSettingsToFind } from './use-settings-to-find.ts';

/** The page /search, which also finds the settings of an admin. */
export default function SiteSearchPage() {
  return <SearchPage settings={useSettingsToFind()} />;
}
