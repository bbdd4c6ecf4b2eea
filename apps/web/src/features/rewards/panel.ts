import { panel } from '../../kit/preview/section.ts';

/** The panel of rewards, which the section Gamificação leads to. */
export const rewardsPanel = panel(() => import('./rewards-panel.tsx'));
