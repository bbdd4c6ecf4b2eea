import { levels } from '@vitrine/contract/levels';
import { call } from '../../platform/api.ts';

/** Reads the products of a level, to put them back with it. */
export const useLevelProductsOf = () => async (levelId: number) =>
  (await call(levels.products, { params: { levelId } })).map(({ plan_id }) => plan_id);
