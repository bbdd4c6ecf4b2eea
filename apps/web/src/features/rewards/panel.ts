/** The panel of rewards, which the section Gamificação leads to. */
export const rewardsPanel = () => import('./rewards-panel.tsx');
