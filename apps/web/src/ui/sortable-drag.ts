import type { DragEndEvent, DragOverEvent, DragStartEvent, UniqueIdentifier } from '@dnd-kit/core';
import { arrayMove } from '@dnd-kit/sortable';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

/** Identifies an item of a list, in its data and in the DOM. */
export type SortableId = string | number;

/**
 * dnd-kit needs this long to measure the rows before it accepts arrows, in ms. The instructions are
 * announced then.
 */
const ARROW_DELAY_MS = 100;

/** Says a text in the list's live region. `after` delays it, in ms. */
export type Announce = (text: string, options?: { after?: number }) => void;

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
export function useDrag({ ids, place, move, announce, keyTarget, onPoint, onDrop }: DragOptions) {
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
