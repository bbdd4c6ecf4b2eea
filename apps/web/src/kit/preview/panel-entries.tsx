import type { LucideIcon } from 'lucide-react';
import { useEditPlace } from './edit-place.ts';
import { EntryRow } from './entry-row.tsx';

interface PanelEntry {
  /** The last segment of the URL. */
  name: string;
  icon: LucideIcon;
  label: string;
  hint: string;
}

/**
 * The rows of a panel that lead to sub-panels:
 *
 * ```tsx
 * <PanelEntries entries={[{ name: 'letreiro', icon: TextInitial, label: t('Letreiro'), hint: t('…') }]} />
 * ```
 */
export function PanelEntries({ entries }: { entries: PanelEntry[] }) {
  const drawer = useEditPlace();
  return (
    <ul className="-mx-3">
      {entries.map(({ name, ...entry }) => (
        <li key={name}>
          <EntryRow {...entry} onClick={() => drawer.enter(name)} />
        </li>
      ))}
    </ul>
  );
}
