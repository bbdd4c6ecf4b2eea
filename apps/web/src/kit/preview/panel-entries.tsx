import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useEditPlace } from './edit-place.ts';

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
  return (
    <ul className="-mx-3">
      {entries.map((entry) => (
        <li key={entry.name}>
          <EntryButton {...entry} />
        </li>
      ))}
    </ul>
  );
}

function EntryButton({ name, icon: Icon, label, hint }: PanelEntry) {
  const drawer = useEditPlace();
  return (
    <button
      type="button"
      className="group flex min-h-15 w-full items-center gap-3 rounded-card px-3 py-2 text-left transition-colors hover:bg-hover focus-visible:bg-hover"
      onClick={() => drawer.enter(name)}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-surface-2 text-text-2 group-hover:text-accent">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium text-text">{label}</span>
        <span className="block truncate text-13 text-text-3">{hint}</span>
      </span>
      <ChevronRight size={16} strokeWidth={2} className="text-text-3" aria-hidden="true" />
    </button>
  );
}
