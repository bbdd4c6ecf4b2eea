import { panel } from '../../kit/preview/section.ts';

/** The panel of levels, which the section Gamificação leads to. */
export const levelsPanel = panel(() => import('./levels-panel.tsx'));
