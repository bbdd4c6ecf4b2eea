/** The panel of marquees, which the section Página de aula leads to. */
export const marqueesPanel = () => import('./marquees-panel.tsx');
