import { useQueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@vitrine/contract/core';
import { useRef, useState } from 'react';
import { call, type Input } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useLatest } from '../../ui/use-latest.ts';
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
  const order = useShownOrder(list.items ?? [], list.getId);
  const newest = useRef<number[] | null>(null);
  const running = useRef(false);
  const duration = list.toastFor ? { duration: list.toastFor } : undefined;

  async function reorder(ids: readonly (string | number)[]) {
    newest.current = ids.map(Number);
    order.show(newest.current);
    if (running.current) return;
    running.current = true;
    try {
      let answer: unknown;
      while (newest.current) {
        const next: number[] = newest.current;
        newest.current = null;
        answer = await call(list.route, list.input(next));
      }
      order.saved();
      if (list.success) toast.success(messageOf(answer), duration);
    } catch (error) {
      newest.current = null;
      order.restore();
      toastFailure(t, list.failure, error, list.toastFor);
    } finally {
      running.current = false;
      await refresh(client, list.refreshes);
    }
  }

  return { items: order.items, reorder };
}

interface ShownOrder {
  ids: number[];
  /** The order that the list had at the save; null while the save runs. */
  orderAtSave: string | null;
}

/**
 * The order that a moved list shows at once. A saved one stays until the list has been read in a new
 * order, however late that is. A move during that read is shown in turn.
 */
export function useShownOrder<T>(items: readonly T[], getId: (item: T) => number) {
  const [shown, setShown] = useState<ShownOrder | null>(null);
  const readOrder = items.map(getId).join();
  const orderAtSave = shown?.orderAtSave ?? null;
  if (orderAtSave !== null && orderAtSave !== readOrder) setShown(null);
  return {
    items: shown ? inOrder(items, getId, shown.ids) : items,
    show: (ids: number[]) => setShown({ ids, orderAtSave: null }),
    saved: useLatest(() => setShown((now) => now && { ...now, orderAtSave: readOrder })),
    restore: () => setShown(null),
  };
}

/** The items in the order of `ids`, then those that came since. */
function inOrder<T>(items: readonly T[], getId: (item: T) => number, ids: number[]) {
  const positionById = new Map(ids.map((id, index) => [id, index]));
  return items.toSorted(
    (a, b) => (positionById.get(getId(a)) ?? Infinity) - (positionById.get(getId(b)) ?? Infinity),
  );
}
