import { catalog } from '@vitrine/contract/catalog';
import { freshness } from '@vitrine/contract/core';
import { marquees } from '@vitrine/contract/marquees';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list } = marquees;

/** The list, and the lessons, because they carry their marquee. */
const refreshes = [list, catalog.showLesson];

/** B section 9: fresh for half an hour. */
export const useMarquees = () => useContractQuery(list, {}, { staleTime: freshness.halfHour });

/** A double click adds it once. 409 if the product has a marquee. */
export const useAddMarquee = () =>
  useContractMutation(marquees.create, { refreshes, success: true, once: true });

/** The list and open lessons are read again. */
export const useChangeMarquee = () =>
  useContractMutation(marquees.update, { refreshes, success: true });

/** The list and open lessons are read again. */
export const useRemoveMarquee = () =>
  useContractMutation(marquees.remove, { refreshes, removesFrom: list, success: true });
