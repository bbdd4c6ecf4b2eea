import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { lateDialog } from './late-dialog.tsx';
import type { MenuItem } from './menu.tsx';
import { usePortions } from './portions.tsx';
import { useDrag, type Announce, type SortableId } from './sortable-drag.ts';
import { useFocusAfterRowRemoval, useRefocus } from './sortable-focus.ts';
import { useKeysPastLayers, useKeySteps } from './sortable-keys.ts';
import { Row, type MoveGoal } from './sortable-row.tsx';
import { useTranslation } from './translation.ts';
import { useLatest } from './use-latest.ts';

/** The parts of a row that the list provides. */
export type SortableRow = {
  /** The drag handle. Render it at the start of the row. Null among the results of a search. */
  handle: ReactNode;
  /**
   * 'Mover para cima', 'baixo', 'o início', 'o fim', and in a long list 'a posição…'. Spread them into
   * the row's `Menu`. They stay the same array until the row becomes, or no longer is, the first or
   * last one.
   */
  moveMenuItems: MenuItem[];
  isDragging: boolean;
  /** The place among all items. */
  index: number;
};

type SortableListProps<T> = {
  items: readonly T[];
  /**
   * The items that a search found, in the order of `items`. Among fewer of them, a drop would have
   * no certain place: rows have no handle then, and the menu moves them within all items.
   */
  found?: readonly T[] | undefined;
  /** The row of this item is rendered, however long the list is. */
  reach?: SortableId | undefined;
  getId: (item: T) => SortableId;
  /** The item's name, for announcements. */
  getLabel: (item: T) => string;
  renderRow: (item: T, row: SortableRow) => ReactNode;
  /** Called with the new order after each move. Keep `items` in that order, or revert it. */
  onReorder: (ids: SortableId[]) => void;
  /**
   * Allows dragging rows beyond the list. Called with the pointer's y in the viewport; null at the
   * end.
   */
  onPoint?: (id: SortableId, y: number | null) => void;
  /**
   * Called after a drag, before `onReorder`. True means that the drop is handled; the list then
   * does not reorder.
   */
  onDrop?: (id: SortableId, order: SortableId[]) => boolean;
  /** Names the list for screen readers. */
  label?: string;
  className?: string;
  rowClassName?: string;
};

/** A list of more rows moves a row to a place that one types: by the arrows, that takes many presses. */
const SHORT_LIST_ROWS = 10;

const PositionDialog = lateDialog(() => import('./position-dialog.tsx'));

/**
 * A list that the viewer reorders by mouse (handle, from 4 px), touch (held 120 ms), keyboard (Space,
 * arrows, Esc) and the row's menu. Each step is announced, and focus stays with the row. Lists may
 * nest. A long list renders in portions, and a row in hand renders the next one.
 *
 * ```tsx
 * <SortableList items={links} getId={(l) => l.id} getLabel={(l) => l.title} onReorder={saveOrder}
 *   renderRow={(link, { handle, moveMenuItems }) => (
 *     <>{handle}<span className="flex-1">{link.title}</span>
 *       <Menu label={t('Opções')} items={moveMenuItems} /></>)} />
 * ```
 */
export function SortableList<T>({
  items,
  found = items,
  reach,
  getId,
  getLabel,
  renderRow,
  onReorder,
  onPoint,
  onDrop,
  label,
  className,
  rowClassName,
}: SortableListProps<T>) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const instructions = useId();
  const contextId = useId();
  const ids = items.map(getId);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const isFiltered = found.length < items.length;
  const { shown, more, showMore } = usePortions(found, {
    reach: reach === undefined ? -1 : found.findIndex((item) => getId(item) === reach),
  });
  const shownIds = shown.map(getId);
  const { announcement, announce } = useAnnouncement();
  const [movedId, setMovedId] = useState<SortableId | null>(null);
  const [askingId, setAskingId] = useState<SortableId | null>(null);
  const moved = useRollback(ids, (id, index) =>
    announce(place(id, index, '{{name}} de volta à posição {{position}} de {{total}}')),
  );
  const refocus = useRefocus(list, ids);
  const focusedRow = useFocusAfterRowRemoval(list, shownIds);
  const { coordinateGetter, collisionDetection, keyTarget } = useKeySteps(ids, {
    count: shown.length,
    showMore,
  });
  const sensors = useListSensors(coordinateGetter);

  const asked = items.find((item) => getId(item) === askingId);

  function place(id: UniqueIdentifier, index: number, key: string) {
    const item = items.find((one) => getId(one) === id);
    const name = item === undefined ? '' : getLabel(item);
    return t(key, { name, position: index + 1, total: items.length });
  }

  function move(from: number, to: number) {
    const id = ids[from];
    if (id === undefined || from === to || to < 0 || to >= ids.length) return;
    refocus(id);
    setMovedId(id);
    moved(id, to);
    onReorder(arrayMove(ids, from, to));
    announce(place(id, to, '{{name}} agora na posição {{position}} de {{total}}'));
  }

  const moveRow = useLatest((id: SortableId, goal: MoveGoal) => {
    if (goal === 'position') return setAskingId(id);
    const from = ids.indexOf(id);
    const goals: Record<typeof goal, number> = {
      up: from - 1,
      down: from + 1,
      start: 0,
      end: ids.length - 1,
    };
    move(from, goals[goal]);
  });

  const { dragging, ...dragEvents } = useDrag({
    ids,
    place,
    move,
    announce,
    keyTarget,
    onPoint,
    onDrop,
  });
  useKeysPastLayers(list, dragging);

  return (
    <DndContext
      id={contextId}
      sensors={sensors}
      collisionDetection={collisionDetection}
      modifiers={
        onPoint ? [restrictToVerticalAxis] : [restrictToVerticalAxis, restrictToParentElement]
      }
      accessibility={ownAnnouncements}
      {...dragEvents}
    >
      <SortableContext items={shownIds} strategy={verticalListSortingStrategy}>
        <ul
          ref={list}
          aria-label={label}
          data-dragging-row={dragging ? '' : undefined}
          className={cx('relative', className)}
        >
          {shown.map((item) => {
            const id = getId(item);
            const index = indexes.get(id)!;
            return (
              <Row
                key={id}
                id={id}
                name={getLabel(item)}
                first={index === 0}
                last={index === ids.length - 1}
                isLong={ids.length > SHORT_LIST_ROWS}
                hasHandle={!isFiltered}
                instructions={instructions}
                className={rowClassName}
                onMove={moveRow}
                onFocus={() => (focusedRow.current = id)}
                render={(row) => renderRow(item, { ...row, index })}
              />
            );
          })}
        </ul>
      </SortableContext>
      {more}
      <PositionDialog
        open={asked !== undefined}
        onClose={() => setAskingId(null)}
        name={asked === undefined ? '' : getLabel(asked)}
        position={asked === undefined ? 0 : indexes.get(getId(asked))! + 1}
        total={items.length}
        onMove={(position) => move(ids.indexOf(askingId!), position - 1)}
      />
      {/* Among results, a move changes nothing that one sees. */}
      {isFiltered && movedId !== null && shownIds.includes(movedId) && (
        <p aria-hidden="true" className="pt-3 text-13 text-text-2">
          {place(
            movedId,
            indexes.get(movedId)!,
            '{{name}} agora na posição {{position}} de {{total}}',
          )}
        </p>
      )}
      <span id={instructions} hidden>
        {t('Espaço pega, setas movem, Espaço solta, Esc desfaz.')}
      </span>
      <output className="sr-only" aria-live="polite">
        {announcement}
      </output>
    </DndContext>
  );
}

/** Starts a drag by mouse, touch or keyboard. */
const useListSensors = (coordinateGetter: KeyboardCoordinateGetter) =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter }),
  );

/** The text of the list's live region. `after` delays it, in ms. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce: Announce = (text, { after = 0 } = {}) => {
    clearTimeout(timer.current);
    if (after) timer.current = setTimeout(setAnnouncement, after, text);
    else setAnnouncement(text);
  };
  return { announcement, announce };
}

/**
 * Calls `onBack` if an order from before a move returns, and the row that moved last leaves its new
 * place by it: its save has failed. Returns the function that names that row and place.
 */
function useRollback(ids: SortableId[], onBack: (id: SortableId, index: number) => void) {
  const last = useRef<{ id: SortableId; index: number }>(null);
  const earlier = useRef(new Set<string>());
  const order = ids.join();
  const compare = useEffectEvent(() => {
    const { id, index } = last.current ?? {};
    if (id === undefined || ids[index!] === id || !earlier.current.has(order)) return;
    last.current = null;
    earlier.current.clear();
    onBack(id, ids.indexOf(id));
  });
  useEffect(() => compare(), [order]);
  return (id: SortableId, index: number) => {
    earlier.current.add(order);
    last.current = { id, index };
  };
}

// Silences the library's announcements, which are assertive and English. The list has its own polite
// live region.
const ownAnnouncements = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
  restoreFocus: true,
};
