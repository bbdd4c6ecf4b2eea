import { useId, type ReactNode } from 'react';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { cx } from '../../../../ui/cx.ts';

/** Props of each list of choices. */
export interface PicksProps {
  search: string;
  content: readonly number[];
  onToggle: (id: number) => void;
}

interface PickRowProps {
  title: string;
  /** '7 aulas', or where it belongs. */
  fact?: string | undefined;
  cover?: ReactNode;
  checked: boolean;
  onToggle: () => void;
}

/** A thing to choose. */
export function PickRow({ title, fact, cover, checked, onToggle }: PickRowProps) {
  const id = useId();
  return (
    <li
      className={cx(
        'relative mb-0.5 flex min-h-13 items-center gap-3 rounded-card px-3 py-2',
        checked ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {cover && <span className="order-1 shrink-0">{cover}</span>}
      {/* The whole row is the label: one aims at a row, not at a box of 20 px. */}
      <Checkbox
        id={id}
        className="contents! [&_label]:font-medium [&_label]:after:absolute [&_label]:after:inset-0 [&>div]:order-2 [&>div]:flex-1"
        label={title}
        hint={fact}
        checked={checked}
        onChange={onToggle}
      />
    </li>
  );
}
