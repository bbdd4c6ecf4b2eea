import {
  closestCenter,
  KeyboardCode,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { useEffect, useRef, type RefObject } from 'react';
import type { SortableId } from './sortable-drag.ts';

/** The next portion of rows renders while a row in hand is so many places before the last one. */
const ROWS_AHEAD = 10;

interface RenderedRows {
  /** Number of the first rows that are rendered. */
  count: number;
  /** Renders a portion more. */
  showMore: () => void;
}

/**
 * One arrow key is one place. dnd-kit's own keyboard coordinates compare geometry, and hold a row
 * fast between rows of very different heights.
 */
export function useKeySteps(ids: readonly SortableId[], { count, showMore }: RenderedRows) {
  /** The row whose place the row in hand takes; null during a drag by mouse or touch. */
  const keyTarget = useRef<UniqueIdentifier | null>(null);

  const coordinateGetter: KeyboardCoordinateGetter = (event, { active, context }) => {
    const { collisionRect, droppableRects } = context;
    const step = { [KeyboardCode.Down]: 1, [KeyboardCode.Up]: -1 }[event.code];
    const position = ids.indexOf(keyTarget.current!) + (step ?? 0);
    const next = ids[position];
    if (count < ids.length && position >= count - ROWS_AHEAD) showMore();
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
export function useKeysPastLayers(list: RefObject<HTMLElement | null>, dragging: boolean) {
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
