import type { LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';

/** One section of the edit drawer. Each feature declares its own in `section.ts`. */
export interface Section {
  /** Its name in the address: `?editar=header`. */
  id: string;
  label: string;
  icon: LucideIcon;
  /** A section without a panel says 'Em breve!'. */
  panel?: ComponentType;
  /** Panels that the section's own panel leads to, by the name that follows in the address. */
  entries?: Record<string, ComponentType>;
  /** A hook: one line about the current state, such as '2 de 3 links personalizados'. */
  useSummary?: () => string | undefined;
}

/** Loads a panel when somebody opens it: `panel(() => import('./footer-panel.tsx'))`. */
export const panel = (load: () => Promise<{ default: ComponentType }>) => lazy(load);
