import type { SubPanel } from '../../kit/preview/section.ts';

/** The panel of rewards, which the section Gamificação leads to. */
export const rewardsPanel: SubPanel = {
  title: 'Recompensa',
  load: () => import('./rewards-panel.tsx'),
};
