import { pages, pagesIn } from '@vitrine/contract/pages';
import type { SettingToFind } from '../features/search/search-results.tsx';
import { sections } from './sections.ts';

/** What the search finds for admins besides things: the drawer's sections and the team's pages. */
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
