import type { UniqueIdentifier } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { MenuItem } from './menu.tsx';
import { useTranslation } from './translation.ts';

/** One row of a `SortableList` with its drag handle. */
export function Row({
  id,
  name,
  instructions,
  className,
  render,
}: {
  id: UniqueIdentifier;
  name: string;
  instructions: string;
  className: string | undefined;
  render: (handle: ReactNode, isDragging: boolean) => ReactNode;
}) {
  const { t } = useTranslation();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id });

  const handle = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      data-sortable-handle=""
      aria-label={t('Reordenar {{name}}', { name })}
      aria-describedby={instructions}
      aria-pressed={isDragging}
      {...listeners}
      className={cx(
        // A finger needs 44 px. They reach into the row's padding and its gap.
        'grid h-10 w-6 shrink-0 touch-manipulation place-items-center rounded-control text-text-3 hover:text-text pointer-coarse:-mx-2 pointer-coarse:size-11',
        isDragging ? 'cursor-grabbing text-text' : 'cursor-grab',
      )}
    >
      <GripVertical size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );

  return (
    <li
      ref={setNodeRef}
      data-row-id={id}
      className={cx(
        'relative',
        className,
        isDragging && 'z-1 rounded-control bg-surface-3 shadow-raised ring-1 ring-line-2',
      )}
      style={{
        transform: CSS.Transform.toString(transform && { ...transform, scaleX: 1, scaleY: 1 }),
        rotate: isDragging ? '0.6deg' : undefined,
        transition,
      }}
    >
      {render(handle, isDragging)}
    </li>
  );
}

/** The four move items of the row's menu. Items without effect are disabled. */
export function moveItems(
  index: number,
  count: number,
  t: (key: string) => string,
  to: (index: number) => void,
): MenuItem[] {
  const first = index === 0;
  const last = index === count - 1;
  const item = (id: string, key: string, icon: ReactNode, disabled: boolean, goal: number) => ({
    id,
    label: t(key),
    icon,
    disabled,
    onSelect: () => to(goal),
  });
  return [
    item('up', 'Mover para cima', <ArrowUp strokeWidth={1.75} />, first, index - 1),
    item('down', 'Mover para baixo', <ArrowDown strokeWidth={1.75} />, last, index + 1),
    item('start', 'Mover para o início', <ArrowUpToLine strokeWidth={1.75} />, first, 0),
    item('end', 'Mover para o fim', <ArrowDownToLine strokeWidth={1.75} />, last, count - 1),
  ];
}
