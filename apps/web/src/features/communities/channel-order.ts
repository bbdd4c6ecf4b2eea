import { useQueryClient } from '@tanstack/react-query';
import { communities, type Channel } from '@vitrine/contract/communities';
import { messages } from '@vitrine/contract/messages';
import { useRef } from 'react';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { useShownOrder } from '../../kit/queries/ordered-list.ts';
import { call } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';
import { useTranslation } from '../../ui/translation.ts';

/**
 * Orders the channels, shown at once. The request sends the place of the moved channel. Quick moves
 * are sent one after the other, because a place refers to the order after the move before.
 */
export function useChannelOrder(channels: Channel[]) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const order = useShownOrder(channels, ({ id }) => id);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  async function move(ids: number[]) {
    const before = order.items.map(({ id }) => id);
    const moved = movedOf(before, ids);
    if (moved === undefined) return;
    order.show(ids);
    waiting.current += 1;
    const body = { order: ids.indexOf(moved) + 1 };
    const sending = last.current
      .then(() => call(communities.updateChannel, { params: { id: moved }, body }))
      .then(
        () => true,
        () => {
          toast.error(t(messages.orderFailed));
          return false;
        },
      );
    last.current = sending;
    const isSaved = await sending;
    waiting.current -= 1;
    // An answer between two moves would briefly undo the second one.
    if (waiting.current > 0) return;
    if (isSaved) order.saved();
    else order.restore();
    await refresh(client, [communities.show]);
  }
  return { items: order.items, move };
}

/** The id that moved between two orders of the same ids. */
const movedOf = (before: number[], after: number[]) =>
  before.find((id) => {
    const rest = (ids: number[]) => ids.filter((other) => other !== id).join();
    return before.indexOf(id) !== after.indexOf(id) && rest(before) === rest(after);
  });
