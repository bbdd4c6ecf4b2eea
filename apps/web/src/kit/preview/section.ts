import type { LucideIcon } from 'lucide-react';
import { lazy, type ComponentType, type ReactNode } from 'react';

/** One section of the edit drawer. Each feature declares its own in `section.ts` or `section.tsx`. */
export interface Section {
  /** Its name in the URL: `?editar=header`. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** A section without a panel shows 'Em breve!'. */
  panel?: ComponentType;
  /** Sub-panels by the next segment of the URL. */
  entries?: Record<string, ComponentType>;
  /** A hook that returns one line about the current state, such as '2 de 3 links personalizados'. */
  useSummary?: () => ReactNode;
}

/** Loads a panel on demand: `panel(() => import('./footer-panel.tsx'))`. */
export const panel = (load: () => Promise<{ default: ComponentType }>) => lazy(load);
