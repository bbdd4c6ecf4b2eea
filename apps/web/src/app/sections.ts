import {
  ClipboardCheck,
  Clapperboard,
  CodeXml,
  GalleryHorizontal,
  Image,
  Link,
  LogIn,
  PanelBottom,
  Palette,
  SearchCheck,
  Trophy,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';

export interface Section {
  /** Its name in the address: `?editar=header`. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** A sub-panel; without one and without a page the section says 'Em breve!'. */
  panel?: ComponentType;
  /** Sub-panels that the section's own panel leads to, by the name that follows in the address. */
  entries?: Record<string, ComponentType>;
  /** A page of its own instead of a sub-panel. */
  page?: string;
}

const panel = (load: () => Promise<{ default: ComponentType }>) => lazy(load);

/** The twelve sections of the edit drawer (A section 1), in their order. */
export const sections: readonly Section[] = [
  {
    id: 'vitrine',
    label: 'Vitrine',
    icon: GalleryHorizontal,
    panel: panel(() => import('../features/carousels/showcase-panel.tsx')),
  },
  {
    id: 'aparencia',
    label: 'Aparência',
    icon: Palette,
    panel: panel(() => import('../features/appearance/appearance-panel.tsx')),
  },
  {
    id: 'banner',
    label: 'Banner principal',
    icon: Image,
    panel: panel(() => import('../features/banners/banners-panel.tsx')),
  },
  { id: 'avaliacoes', label: 'Minhas avaliações', icon: ClipboardCheck },
  {
    id: 'login',
    label: 'Página de login',
    icon: LogIn,
    panel: panel(() => import('../features/login-page/login-page-panel.tsx')),
  },
  {
    id: 'aula',
    label: 'Página de aula',
    icon: Clapperboard,
    panel: panel(() => import('../features/lesson-page/lesson-page-panel.tsx')),
    entries: {
      ajustes: panel(() => import('../features/lesson-page/lesson-settings-panel.tsx')),
      letreiro: panel(() => import('../features/marquees/marquees-panel.tsx')),
    },
  },
  {
    id: 'header',
    label: 'Header',
    icon: Link,
    panel: panel(() => import('../features/custom-links/custom-links-panel.tsx')),
  },
  {
    id: 'footer',
    label: 'Footer',
    icon: PanelBottom,
    panel: panel(() => import('../features/footer/footer-panel.tsx')),
  },
  {
    id: 'info',
    label: 'Informações & SEO',
    icon: SearchCheck,
    panel: panel(() => import('../features/platform-info/platform-info-panel.tsx')),
  },
  { id: 'comunidade', label: 'Comunidade', icon: Users },
  { id: 'gamificacao', label: 'Gamificação', icon: Trophy },
  {
    id: 'html',
    label: 'HTML personalizado',
    icon: CodeXml,
    panel: panel(() => import('../features/custom-html/custom-html-panel.tsx')),
  },
];
