import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

/** Loads a panel on demand: `() => import('./footer-panel.tsx')`. */
export type PanelSource = () => Promise<{ default: ComponentType }>;

/** A panel below the panel of a section. */
export interface SubPanel {
  /** Its title, which stands above it while it loads. */
  title: string;
  load: PanelSource;
}

/** One section of the edit drawer. Each feature declares its own in `section.ts` or `section.tsx`. */
export interface Section {
  /** Its name in the URL: `?editar=header`. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** Loads its panel. A section without a panel shows 'Em breve!'. */
  panel?: PanelSource;
  /** Sub-panels by the next segment of the URL. */
  entries?: Record<string, SubPanel>;
  /** A hook that returns one line about the current state, such as '2 de 3 links personalizados'. */
  useSummary?: () => ReactNode;
}
