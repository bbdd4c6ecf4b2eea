import { carousels, messages } from '@vitrine/contract/carousels';
import { home } from '@vitrine/contract/home';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

/** The whole home page in one answer, which the page brings along. */
export const useHome = () => useContractQuery(home.show, {});

/** Saves the order that staff made on home (C section 6). */
export const useSaveCarouselOrder = () =>
  useContractMutation(carousels.order, {
    refreshes: [home.show, carousels.list],
    success: true,
    failure: messages.orderFailed,
  });
