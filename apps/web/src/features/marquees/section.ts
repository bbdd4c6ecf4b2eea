import { panel } from '../../kit/preview/section.ts';

/** The panel of marquees, which the section Página de aula leads to. */
export const marqueesPanel = panel(() => import('./marquees-panel.tsx'));
