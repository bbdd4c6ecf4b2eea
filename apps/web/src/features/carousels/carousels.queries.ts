import { TOAST_MS } from '@vitrine/contract/appearance';
import { carousels, messages, type Carousel } from '@vitrine/contract/carousels';
import { freshness } from '@vitrine/contract/core';
import { home } from '@vitrine/contract/home';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useOrderedList } from '../../kit/queries/ordered-list.ts';
import { useRefreshOnChange } from '../../kit/queries/refresh-on-change.ts';

/** Each change of a carousel refreshes the list, the carousel and the home page. */
const refreshes = [carousels.list, carousels.show, home.show];

/** C section 9: fresh for half an hour, refetched on mount. */
const queryOptions = { staleTime: freshness.halfHour, refetchOnMount: 'always' } as const;

/** Carousels in the order of display, which reverses the stored order (C section 4). */
export function useCarousels() {
  const list = useContractQuery(carousels.list, {}, queryOptions);
  return { ...list, carousels: list.data?.toReversed() };
}

/** A carousel with its cards and chosen ids. */
export const useCarousel = (id: number) =>
  useContractQuery(carousels.show, { params: { id } }, queryOptions);

/** Adds a carousel, once also after a double click. The wizard shows the errors. */
export const useCreateCarousel = () =>
  useContractMutation(carousels.create, {
    refreshes,
    once: true,
    success: messages.created,
    toastFor: TOAST_MS,
  });

/** Saves a carousel. 409 opens the dialog of conflicts. */
export const useUpdateCarousel = () =>
  useContractMutation(carousels.update, {
    refreshes,
    success: messages.updated,
    toastFor: TOAST_MS,
  });

/** Publishes a carousel or hides it, at once. Writes run one after the other: the last one wins. */
export const usePublishCarousel = () =>
  useContractMutation(carousels.publish, {
    refreshes,
    failure: messages.publishFailed,
    scope: 'publish-carousel',
    toastFor: TOAST_MS,
  });

/** Removes a carousel. Its courses stay. */
export const useRemoveCarousel = () =>
  useContractMutation(carousels.remove, {
    refreshes,
    removesFrom: carousels.list,
    success: messages.removed,
    toastFor: TOAST_MS,
  });

/** The carousels as shown, and the moves that save their order. The wire has the reverse one. */
export function useCarouselOrder(shown: Carousel[] | undefined) {
  useRefreshOnChange('carousels', refreshes);
  return useOrderedList({
    items: shown,
    getId: ({ id }) => id,
    route: carousels.order,
    input: (ids) => ({ body: { newOrdenation: ids.toReversed() } }),
    refreshes,
    failure: messages.orderFailed,
    toastFor: TOAST_MS,
  });
}

/** Saves the order that staff made on home (C section 6). */
export const useSaveCarouselOrder = () =>
  useContractMutation(carousels.order, {
    refreshes,
    success: true,
    failure: messages.orderFailed,
    toastFor: TOAST_MS,
  });
