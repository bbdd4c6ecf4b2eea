import { useQueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@vitrine/contract/core';
import { useRef, useState } from 'react';
import { call, type Input } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { messageOf, refresh } from './contract-mutation.ts';
import { toastFailure } from './failure.ts';

interface OrderedList<T, R extends AnyRoute> {
  /** The saved items; undefined while loading. */
  items: readonly T[] | undefined;
  getId: (item: T) => number;
  route: R;
  input: (ids: number[]) => Input<R>;
  refreshes: AnyRoute[];
  failure: string;
  /** Shows the server's message after the save. */
  success?: true;
  /** Toast duration in ms, where the specification sets one. */
  toastFor?: number;
}

/**
 * Reorders a list optimistically and rolls back on failure. Quick moves are sent one after the other.
 * Only the newest move waits, so the list never ends in an older order.
 *
 * ```tsx
 * const order = useOrderedList({ items, getId, route: customLinks.order, input: …, refreshes, failure })
 * <SortableList items={order.items} onReorder={order.reorder} … />
 * ```
 */
export function useOrderedList<T, R extends AnyRoute>(list: OrderedList<T, R>) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [optimisticIds, setOptimisticIds] = useState<number[] | null>(null);
  const newest = useRef<number[] | null>(null);
  const running = useRef(false);
  const duration = list.toastFor ? { duration: list.toastFor } : undefined;

  async function reorder(ids: readonly (string | number)[]) {
    newest.current = ids.map(Number);
    setOptimisticIds(newest.current);
    if (running.current) return;
    running.current = true;
    try {
      let answer: unknown;
      while (newest.current) {
        const next: number[] = newest.current;
        newest.current = null;
        answer = await call(list.route, list.input(next));
      }
      if (list.success) toast.success(messageOf(answer), duration);
    } catch (error) {
      newest.current = null;
      toastFailure(t, list.failure, error, list.toastFor);
    } finally {
      running.current = false;
      await refresh(client, list.refreshes);
      // A move during the refetch is still being sent, and stays visible.
      if (!running.current) setOptimisticIds(null);
    }
  }

  return { items: inOrder(list.items ?? [], list.getId, optimisticIds), reorder };
}

/** The items in the order of `ids`, then those that came since. Null keeps their order. */
export function inOrder<T>(items: readonly T[], getId: (item: T) => number, ids: number[] | null) {
  if (!ids) return items;
  const positionById = new Map(ids.map((id, index) => [id, index]));
  return items.toSorted(
    (a, b) => (positionById.get(getId(a)) ?? Infinity) - (positionById.get(getId(b)) ?? Infinity),
  );
}
