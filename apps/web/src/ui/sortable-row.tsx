import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  GripVertical,
  ListOrdered,
} from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { cx } from './cx.ts';
import type { MenuItem } from './menu.tsx';
import type { SortableId } from './sortable-drag.ts';
import { useTranslation, type TFunction } from './translation.ts';

/** One row of a `SortableList` with its drag handle. */
export function Row({
  id,
  name,
  first,
  last,
  isLong,
  hasHandle,
  instructions,
  className,
  onMove,
  onFocus,
  render,
}: {
  id: SortableId;
  name: string;
  first: boolean;
  last: boolean;
  /** The list is long: the menu also moves the row to a place that one types. */
  isLong: boolean;
  hasHandle: boolean;
  instructions: string;
  className: string | undefined;
  /** The same function in each render. A new one makes new `moveMenuItems`. */
  onMove: (id: SortableId, goal: MoveGoal) => void;
  /** Something in the row takes the focus, or in a menu that it opened. */
  onFocus: () => void;
  render: (row: { handle: ReactNode; moveMenuItems: MenuItem[]; isDragging: boolean }) => ReactNode;
}) {
  const { t } = useTranslation();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id });
  const moveMenuItems = useMemo(
    () => moveItems({ first, last, isLong }, t, (goal) => onMove(id, goal)),
    [first, last, isLong, t, onMove, id],
  );

  const handle = hasHandle && (
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
    // Remembers the row of the focused button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={setNodeRef}
      data-row-id={id}
      onFocus={onFocus}
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
      {render({ handle, moveMenuItems, isDragging })}
    </li>
  );
}

/** Where a move of the menu leads. */
export type MoveGoal = 'up' | 'down' | 'start' | 'end' | 'position';

/** The move items of the row's menu. Items without effect are disabled. */
function moveItems(
  { first, last, isLong }: { first: boolean; last: boolean; isLong: boolean },
  t: TFunction,
  to: (goal: MoveGoal) => void,
): MenuItem[] {
  const item = (id: MoveGoal, key: string, icon: ReactNode, disabled: boolean) => ({
    id,
    label: t(key),
    icon,
    disabled,
    onSelect: () => to(id),
  });
  return [
    item('up', 'Mover para cima', <ArrowUp strokeWidth={1.75} />, first),
    item('down', 'Mover para baixo', <ArrowDown strokeWidth={1.75} />, last),
    item('start', 'Mover para o início', <ArrowUpToLine strokeWidth={1.75} />, first),
    item('end', 'Mover para o fim', <ArrowDownToLine strokeWidth={1.75} />, last),
    isLong && item('position', 'Mover para a posição…', <ListOrdered strokeWidth={1.75} />, false),
  ];
}
