import { panel } from '../../kit/preview/section.ts';

/** The panel of the ranking, which the section Gamificação leads to. */
export const rankingPanel = panel(() => import('./ranking-panel.tsx'));
