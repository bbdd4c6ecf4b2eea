import { communities, messages, type CommunitySummary } from '@vitrine/contract/communities';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';
import { toastFor } from './communities.queries.ts';

const { index, list } = communities;

/** The communities in their order, and the moves that save it. Students load the other calls, not this one. */
export function useCommunityOrder(items: CommunitySummary[] | undefined) {
  useRefreshOnChange('communities', [index, list]);
  return useOrderedList({
    items,
    getId: ({ id }) => id,
    route: communities.order,
    input: (ids) => ({ body: { order: ids.map((id, at) => ({ id, order: at + 1 })) } }),
    refreshes: [index, list],
    failure: messages.orderFailed,
    success: true,
    toastFor,
  });
}
