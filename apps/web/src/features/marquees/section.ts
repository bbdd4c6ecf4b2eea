import type { SubPanel } from '../../kit/preview/section.ts';

/** The panel of marquees, which the section Página de aula leads to. */
export const marqueesPanel: SubPanel = {
  title: 'Letreiro',
  load: () => import('./marquees-panel.tsx'),
};
