import { customLinks, messages, type CustomLink } from '@vitrine/contract/custom-links';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';

/** The links in their order, and the moves that save it. Students load the other calls, not this one. */
export function useLinkOrder(links: CustomLink[] | undefined) {
  useRefreshOnChange('custom-links', [customLinks.list]);
  return useOrderedList({
    items: links,
    getId: ({ id }) => id,
    route: customLinks.order,
    input: (ids) => ({ body: { newOrdenation: ids } }),
    refreshes: [customLinks.list],
    failure: messages.orderFailed,
    success: true,
  });
}
