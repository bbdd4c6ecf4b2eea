import type { SubPanel } from '../../kit/preview/section.ts';

/** The panel of levels, which the section Gamificação leads to. */
export const levelsPanel: SubPanel = {
  title: 'Níveis',
  load: () => import('./levels-panel.tsx'),
};
