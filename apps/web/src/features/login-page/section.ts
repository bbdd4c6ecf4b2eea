import { placements, themes } from '@vitrine/contract/login-page';
import { LogIn } from 'lucide-react';
import type { Section } from '../../kit/preview/section.ts';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

/** The section Página de login of the edit drawer. */
export const section: Section = {
  id: 'login',
  label: 'Página de login',
  icon: LogIn,
  panel: () => import('./login-page-panel.tsx'),
  useSummary() {
    const { t } = useTranslation();
    const { login_page } = useSite();
    const theme = themes.find(({ id }) => id === login_page.login_theme);
    const placement = placements.find(({ id }) => id === login_page.login_theme_placement);
    return theme && placement && `${t(theme.label)}, ${t(placement.label).toLowerCase()}`;
  },
};
