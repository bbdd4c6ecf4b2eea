import { freshness } from '@vitrine/contract/core';
import { home } from '@vitrine/contract/home';
import { messages, products } from '@vitrine/contract/products';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list } = products;

/** All products of the school by name, the inactive ones too. A section 9: fresh for an hour. */
export const useProducts = () => useContractQuery(list, {}, { staleTime: freshness.hour });

/** Reads the effects of deleting a product, anew each time. */
export const useProductUses = (id: number) =>
  useContractQuery(products.uses, { params: { id } }, { staleTime: 0, gcTime: 0 });

/** A double click adds it once. */
export const useAddProduct = () =>
  useContractMutation(products.create, {
    refreshes: [list],
    success: messages.created,
    once: true,
  });

/** Writes run one after the other, so that the last value of a switch wins. */
export const useChangeProduct = () =>
  useContractMutation(products.update, { refreshes: [list, home.show], scope: 'products' });

/** 409 while somebody holds the product. */
export const useRemoveProduct = () =>
  useContractMutation(products.remove, {
    refreshes: [list, home.show],
    success: messages.removed,
  });
