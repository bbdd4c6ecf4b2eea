/** The panel of levels, which the section Gamificação leads to. */
export const levelsPanel = () => import('./levels-panel.tsx');
