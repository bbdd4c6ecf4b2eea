import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { freshness } from '@vitrine/contract/core';
import { home } from '@vitrine/contract/home';
import { levels } from '@vitrine/contract/levels';
import { lives } from '@vitrine/contract/lives';
import { marquees } from '@vitrine/contract/marquees';
import { members } from '@vitrine/contract/members';
import { points } from '@vitrine/contract/points';
import { messages, products } from '@vitrine/contract/products';
import { quizzes } from '@vitrine/contract/quizzes';
import { rewards } from '@vitrine/contract/rewards';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list } = products;
/** The queries that name products, or hold things that a product opens. */
const refreshes = [
  list,
  home.show,
  catalog.listCourses,
  catalog.showCourse,
  communities.list,
  communities.show,
  communities.config,
  communities.details,
  levels.products,
  lives.editable,
  lives.list,
  lives.show,
  marquees.list,
  members.list,
  points.products,
  quizzes.list,
  quizzes.show,
  rewards.list,
  rewards.products,
];

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
  useContractMutation(products.update, { refreshes, scope: 'products' });

/** 409 while somebody holds the product. */
export const useRemoveProduct = () =>
  useContractMutation(products.remove, {
    refreshes,
    removesFrom: list,
    success: messages.removed,
  });
