import {
  closestCenter,
  DndContext,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from './translation.ts';
import { cx } from './cx.ts';
import type { MenuItem } from './menu.tsx';
import { moveItems, Row } from './sortable-row.tsx';

/** Identifies an item of a list, in its data and in the DOM. */
export type SortableId = string | number;

/** The parts of a row that the list provides. */
export type SortableRow = {
  /** The drag handle. Render it at the start of the row. */
  handle: ReactNode;
  /** 'Mover para cima', 'baixo', 'o início', 'o fim'. Spread them into the row's `Menu`. */
  moveMenuItems: MenuItem[];
  isDragging: boolean;
  index: number;
};

type SortableListProps<T> = {
  items: readonly T[];
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

/**
 * dnd-kit needs this long to measure the rows before it accepts arrows, in ms. The instructions are
 * announced then.
 */
const ARROW_DELAY_MS = 100;
/** Time until React and dnd-kit have placed the rows, in ms. */
const REFOCUS_DELAY_MS = 60;

/**
 * A list that the viewer reorders by mouse (handle, from 4 px), touch (held 120 ms), keyboard (Space,
 * arrows, Esc) and the row's menu. Each step is announced, and focus stays with the row. Lists may
 * nest.
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
  const { announcement, announce } = useAnnouncement();
  const refocus = useRefocus(list, ids);
  const { coordinateGetter, collisionDetection, keyTarget } = useKeySteps(ids);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter }),
  );

  function place(id: UniqueIdentifier, index: number, key: string) {
    const item = items.find((one) => getId(one) === id);
    const name = item === undefined ? '' : getLabel(item);
    return t(key, { name, position: index + 1, total: items.length });
  }

  function move(from: number, to: number) {
    const id = ids[from];
    if (id === undefined || from === to || to < 0 || to >= ids.length) return;
    refocus(id);
    onReorder(arrayMove(ids, from, to));
    announce(place(id, to, '{{name}} agora na posição {{position}} de {{total}}'));
  }

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
      accessibility={{
        announcements: silent,
        screenReaderInstructions: { draggable: '' },
        restoreFocus: true,
      }}
      {...dragEvents}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul
          ref={list}
          aria-label={label}
          data-dragging-row={dragging ? '' : undefined}
          className={cx('relative', className)}
        >
          {items.map((item, index) => (
            <Row
              key={ids[index]}
              id={ids[index]!}
              name={getLabel(item)}
              instructions={instructions}
              className={rowClassName}
              render={(handle, isDragging) =>
                renderRow(item, {
                  handle,
                  isDragging,
                  index,
                  moveMenuItems: moveItems(index, ids.length, t, (to) => move(index, to)),
                })
              }
            />
          ))}
        </ul>
      </SortableContext>
      <span id={instructions} hidden>
        {t('Espaço pega, setas movem, Espaço solta, Esc desfaz.')}
      </span>
      <output className="sr-only" aria-live="polite">
        {announcement}
      </output>
    </DndContext>
  );
}

interface DragOptions {
  ids: SortableId[];
  /** The text of a place for the live region. */
  place: (id: UniqueIdentifier, index: number, key: string) => string;
  move: (from: number, to: number) => void;
  announce: Announce;
  keyTarget: RefObject<UniqueIdentifier | null>;
  onPoint: ((id: SortableId, y: number | null) => void) | undefined;
  onDrop: ((id: SortableId, order: SortableId[]) => boolean) | undefined;
}

/** dnd-kit's events of a drag. Each step is announced. */
function useDrag({ ids, place, move, announce, keyTarget, onPoint, onDrop }: DragOptions) {
  const [dragging, setDragging] = useState(false);
  const overAt = useRef(-1);
  const draggedId = useRef<SortableId | null>(null);
  usePointer(dragging && onPoint !== undefined, (y) => {
    if (draggedId.current !== null) onPoint?.(draggedId.current, y);
  });

  function onDragStart({ active, activatorEvent }: DragStartEvent) {
    setDragging(true);
    keyTarget.current = activatorEvent instanceof KeyboardEvent ? active.id : null;
    draggedId.current = active.id;
    overAt.current = ids.indexOf(active.id);
    const key =
      '{{name}} na mão, posição {{position}} de {{total}}. Setas movem, Espaço solta, Esc desfaz.';
    announce(place(active.id, ids.indexOf(active.id), key), { after: ARROW_DELAY_MS });
  }

  function onDragOver({ active, over }: DragOverEvent) {
    const index = over ? ids.indexOf(over.id) : -1;
    if (index < 0 || index === overAt.current) return;
    overAt.current = index;
    const key = '{{name}} agora na posição {{position}} de {{total}}';
    announce(place(active.id, index, key));
  }

  function endDrag(id: SortableId) {
    setDragging(false);
    draggedId.current = null;
    keyTarget.current = null;
    onPoint?.(id, null);
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    const from = ids.indexOf(active.id);
    const to = over ? ids.indexOf(over.id) : from;
    const handled = onDrop?.(active.id, arrayMove(ids, from, Math.max(to, 0)));
    endDrag(active.id);
    if (handled) return;
    if (from !== to && to >= 0) move(from, to);
    announce(place(active.id, to, '{{name}} solto na posição {{position}} de {{total}}'));
  }

  function onDragCancel({ active }: { active: { id: UniqueIdentifier } }) {
    endDrag(active.id);
    const key = '{{name}} de volta à posição {{position}} de {{total}}';
    announce(place(active.id, ids.indexOf(active.id), key));
  }

  return { dragging, onDragStart, onDragOver, onDragEnd, onDragCancel };
}

type Announce = (text: string, options?: { after?: number }) => void;

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
 * React may move the row's element, which then loses its focus. Restores it after the next change
 * of the order, unless the viewer has moved on.
 */
function useRefocus(list: RefObject<HTMLUListElement | null>, ids: readonly SortableId[]) {
  const moved = useRef<SortableId | null>(null);
  const order = ids.join('\n');
  useEffect(() => {
    const id = moved.current;
    if (id === null) return;
    moved.current = null;
    const timer = setTimeout(() => {
      const row = [...(list.current?.children ?? [])].find(
        (element) => element instanceof HTMLElement && element.dataset.rowId === String(id),
      );
      const focusIsLost = document.activeElement?.contains(list.current) ?? true;
      if (focusIsLost) row?.querySelector<HTMLElement>('[data-sortable-handle]')?.focus();
      // 'Mover para o fim' may lead out of sight, and the focus with it.
      row?.scrollIntoView({ block: 'nearest' });
    }, REFOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [order, list]);
  return (id: SortableId) => {
    moved.current = id;
  };
}

/**
 * One arrow key is one place. dnd-kit's own keyboard coordinates compare geometry, and hold a row
 * fast between rows of very different heights.
 */
function useKeySteps(ids: readonly SortableId[]) {
  /** The row whose place the row in hand takes; null during a drag by mouse or touch. */
  const keyTarget = useRef<UniqueIdentifier | null>(null);

  const coordinateGetter: KeyboardCoordinateGetter = (event, { active, context }) => {
    const { collisionRect, droppableRects } = context;
    const step = { [KeyboardCode.Down]: 1, [KeyboardCode.Up]: -1 }[event.code];
    const next = ids[ids.indexOf(keyTarget.current!) + (step ?? 0)];
    const activeRect = droppableRects.get(active);
    const rect = next === undefined ? undefined : droppableRects.get(next);
    if (step === undefined || next === undefined || !activeRect || !rect || !collisionRect) return;
    keyTarget.current = next;
    const isBelow = ids.indexOf(next) > ids.indexOf(active);
    return { x: collisionRect.left, y: isBelow ? rect.bottom - activeRect.height : rect.top };
  };

  const collisionDetection: CollisionDetection = (args) =>
    keyTarget.current === null ? closestCenter(args) : [{ id: keyTarget.current }];

  return { coordinateGetter, collisionDetection, keyTarget };
}

/**
 * dnd-kit listens for arrows and Esc on the document, but a drawer or dialog around the list stops
 * these events. While a row is held, this forwards them.
 */
function useKeysPastLayers(list: RefObject<HTMLElement | null>, dragging: boolean) {
  useEffect(() => {
    const element = list.current;
    if (!element || !dragging) return;
    const handOn = (event: KeyboardEvent) => {
      if (!event.key.startsWith('Arrow') && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      document.dispatchEvent(
        new KeyboardEvent('keydown', { key: event.key, code: event.code, cancelable: true }),
      );
    };
    element.addEventListener('keydown', handOn);
    return () => element.removeEventListener('keydown', handOn);
  }, [list, dragging]);
}

/** Reports the pointer's position during a drag. A keyboard drag has none. */
function usePointer(on: boolean, onMove: (y: number) => void) {
  const report = useEffectEvent(onMove);
  useEffect(() => {
    if (!on) return;
    const mouse = ({ clientY }: MouseEvent) => report(clientY);
    const touch = ({ touches }: TouchEvent) => touches[0] && report(touches[0].clientY);
    document.addEventListener('mousemove', mouse);
    document.addEventListener('touchmove', touch, { passive: true });
    return () => {
      document.removeEventListener('mousemove', mouse);
      document.removeEventListener('touchmove', touch);
    };
  }, [on]);
}

// Silences the library's announcements, which are assertive and English. The list has its own polite
// live region.
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
