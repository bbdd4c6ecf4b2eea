/** The panel of the ranking, which the section Gamificação leads to. */
export const rankingPanel = () => import('./ranking-panel.tsx');
