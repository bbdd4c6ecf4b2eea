import { useState } from 'react';

/**
 * Finds the item of a list that `name`, a part of the place, opens. One that a colleague removes
 * meanwhile stays open: its form keeps what was typed.
 */
export function useItemInPlace<Item extends { id: number }>(
  items: readonly Item[],
  name: string | undefined,
): Item | undefined {
  const [last, setLast] = useState<Item>();
  const isOpened = ({ id }: Item) => String(id) === name;
  const opened = items.find(isOpened) ?? (last && isOpened(last) ? last : undefined);
  if (opened?.id !== last?.id) setLast(opened);
  return opened;
}
