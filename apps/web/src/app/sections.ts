import { section as appearance } from '../features/appearance/section.tsx';
import { section as banners } from '../features/banners/section.ts';
import { section as carousels } from '../features/carousels/section.ts';
import { section as communities } from '../features/communities/section.ts';
import { section as customHtml } from '../features/custom-html/section.ts';
import { section as customLinks } from '../features/custom-links/section.ts';
import { section as footer } from '../features/footer/section.ts';
import { section as lessonPage } from '../features/lesson-page/section.ts';
import { levelsPanel } from '../features/levels/panel.ts';
import { section as loginPage } from '../features/login-page/section.ts';
import { marqueesPanel } from '../features/marquees/section.ts';
import { section as platformInfo } from '../features/platform-info/section.ts';
import { section as points } from '../features/points/section.ts';
import { section as quizzes } from '../features/quizzes/section.ts';
import { rankingPanel } from '../features/ranking/panel.ts';
import { rewardsPanel } from '../features/rewards/panel.ts';
import type { Section } from '../kit/preview/section.ts';

/** The twelve sections of the edit drawer in order (A section 1). */
export const sections: readonly Section[] = [
  carousels,
  appearance,
  banners,
  quizzes,
  loginPage,
  { ...lessonPage, entries: { ...lessonPage.entries, letreiro: marqueesPanel } },
  customLinks,
  footer,
  platformInfo,
  communities,
  {
    ...points,
    entries: {
      ...points.entries,
      recompensa: rewardsPanel,
      niveis: levelsPanel,
      ranking: rankingPanel,
    },
  },
  customHtml,
];
