import { pages, pagesIn } from '@vitrine/contract/pages';
import type { SettingToFind } from '../features/search/search-results.tsx';
import { sections } from './sections.ts';

/** Extra search results for admins: the drawer's sections and the management pages. */
export const settingsToFind: readonly SettingToFind[] = [
  ...sections.map(({ id, label }) => ({
    id: `section-${id}`,
    title: label,
    place: 'Editar site',
    url: `${pages.homepage.path}?editar=${id}`,
  })),
  ...pagesIn('management').map((name) => ({
    id: `page-${name}`,
    title: pages[name].title,
    place: 'Gestão',
    url: pages[name].path,
  })),
];
