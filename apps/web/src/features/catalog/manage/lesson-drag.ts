import type { LessonEntry, Module } from '@vitrine/contract/catalog';
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { sharedValue } from '../../../kit/state/shared-value.ts';
import type { LessonMoves } from './lesson-moves.ts';

/** The place of a drop: before a lesson, or last. */
interface DropPlace {
  moduleId: number;
  beforeId: number | null;
}

/** The state of selected and dragged lessons. */
export interface LessonDrag {
  /** The ids of the selected lessons. Outside React, so that a choice renders no other row. */
  chosen: ReturnType<typeof sharedValue<ReadonlySet<number>>>;
  place: DropPlace | null;
  /** Number of lessons that move with this one. */
  draggedCount: (id: number) => number;
  onPoint: (module: Module, id: number, y: number | null) => void;
  /** True where the drop is more than a new order of one lesson in its own module. */
  onDrop: (module: Module, id: number, order: number[]) => boolean;
}

/**
 * Moves lessons between modules by drag. Dragging a selected lesson moves the whole selection. The
 * result changes with `place` only.
 */
export function useLessonDrag(moves: LessonMoves): LessonDrag {
  const [chosen] = useState(() => sharedValue<ReadonlySet<number>>(new Set()));
  const [place, setPlace] = useState<DropPlace | null>(null);
  const placeRef = useRef<DropPlace | null>(null);
  const latest = useRef(moves);
  useLayoutEffect(() => {
    latest.current = moves;
  });

  return useMemo(() => {
    function draggedIds(id: number) {
      const ids = idsOf(chosenLessons(latest.current.modules, chosen.get()));
      return ids.includes(id) ? ids : [id];
    }

    function show(next: DropPlace | null) {
      const now = placeRef.current;
      placeRef.current = next;
      if (now?.moduleId !== next?.moduleId || now?.beforeId !== next?.beforeId) setPlace(next);
    }

    return {
      chosen,
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
        void latest.current.move({ ids, ...target });
        return true;
      },
    };
  }, [chosen, place]);
}

/** The selection in the order of the course, without lessons that were deleted meanwhile. */
export const chosenLessons = (modules: readonly Module[], chosen: ReadonlySet<number>) =>
  modules.flatMap(({ lessons }) => lessons.filter(({ id }) => chosen.has(id)));

/** Whether a lesson is selected, and the function that selects it or not. */
export function useChoice({ chosen }: LessonDrag, id: number) {
  const isChosen = useSyncExternalStore(chosen.subscribe, () => chosen.get().has(id));
  function choose(on: boolean) {
    const others = [...chosen.get()].filter((one) => one !== id);
    chosen.set(new Set(on ? [...others, id] : others));
  }
  return [isChosen, choose] as const;
}

const idsOf = (lessons: readonly LessonEntry[]) => lessons.map(({ id }) => id);

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
