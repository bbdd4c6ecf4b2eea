import { messages, products } from '@vitrine/contract/products';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list } = products;

/** All products of the school by name, the inactive ones too. */
export const useProducts = () => useContractQuery(list, {});

export const useAddProduct = () =>
  useContractMutation(products.create, {
    refreshes: [list],
    success: messages.created,
    once: true,
  });

export const useChangeProduct = () =>
  useContractMutation(products.update, { refreshes: [list], scope: 'products' });

export const useRemoveProduct = () =>
  useContractMutation(products.remove, { refreshes: [list], success: messages.removed });
