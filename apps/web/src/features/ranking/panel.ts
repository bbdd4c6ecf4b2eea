import type { SubPanel } from '../../kit/preview/section.ts';

/** The panel of the ranking, which the section Gamificação leads to. */
export const rankingPanel: SubPanel = {
  title: 'Ranking',
  load: () => import('./ranking-panel.tsx'),
};
