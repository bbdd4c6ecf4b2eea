import type { Module } from '@vitrine/contract/catalog';
import { useRef, useState } from 'react';
import type { LessonMoves } from './lesson-moves.ts';

/** The place of a drop: before a lesson, or last. */
interface DropPlace {
  moduleId: number;
  beforeId: number | null;
}

/** The state of selected and dragged lessons. */
export interface LessonDrag {
  chosen: ReadonlySet<number>;
  choose: (id: number, on: boolean) => void;
  place: DropPlace | null;
  /** Number of lessons that move with this one. */
  draggedCount: (id: number) => number;
  onPoint: (module: Module, id: number, y: number | null) => void;
  /** True where the drop is more than a new order of one lesson in its own module. */
  onDrop: (module: Module, id: number, order: number[]) => boolean;
}

/** Moves lessons between modules by drag. Dragging a selected lesson moves the whole selection. */
export function useLessonDrag({ modules, move }: LessonMoves): LessonDrag & { clear: () => void } {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [place, setPlace] = useState<DropPlace | null>(null);
  const placeRef = useRef<DropPlace | null>(null);
  // The selection in the order of the course, without lessons that were deleted meanwhile.
  const chosen = new Set(
    modules.flatMap(({ lessons }) => lessons.flatMap(({ id }) => (picked.has(id) ? [id] : []))),
  );
  const draggedIds = (id: number) => (chosen.has(id) ? [...chosen] : [id]);

  function show(next: DropPlace | null) {
    const now = placeRef.current;
    placeRef.current = next;
    if (now?.moduleId !== next?.moduleId || now?.beforeId !== next?.beforeId) setPlace(next);
  }

  return {
    chosen,
    choose(id, on) {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      setPicked(next);
    },
    clear: () => setPicked(new Set()),
    place,
    draggedCount: (id) => draggedIds(id).length,
    onPoint(module, id, y) {
      const target = y === null ? null : placeUnder(y, draggedIds(id));
      show(target && target.moduleId !== module.id ? target : null);
    },
    onDrop(module, id, order) {
      const ids = draggedIds(id);
      const otherModule = placeRef.current;
      if (!otherModule && ids.length === 1) return false;
      const laterIds = order.slice(order.indexOf(id) + 1);
      const target = otherModule ?? {
        moduleId: module.id,
        beforeId: laterIds.find((one) => !ids.includes(one)) ?? null,
      };
      void move({ ids, ...target });
      return true;
    },
  };
}

/** The module under the pointer, and the first of its lessons whose middle is below it. */
function placeUnder(y: number, moving: number[]): DropPlace | null {
  const section = [...document.querySelectorAll<HTMLElement>('[data-lessons-of]')].find((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return y >= top && y < bottom;
  });
  if (!section) return null;
  const nextRow = [...section.querySelectorAll<HTMLElement>('[data-row-id]')].find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return height > 0 && y < top + height / 2 && !moving.includes(Number(row.dataset['rowId']));
  });
  return {
    moduleId: Number(section.dataset['lessonsOf']),
    beforeId: nextRow ? Number(nextRow.dataset['rowId']) : null,
  };
}
