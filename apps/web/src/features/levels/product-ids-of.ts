import { levels } from '@vitrine/contract/levels';
import { call } from '../../platform/api.ts';

/** Reads the ids of a level's products, to put them back with it. Rejects on a failed read. */
export const productIdsOf = async (levelId: number) =>
  (await call(levels.products, { params: { levelId } })).map(({ plan_id }) => plan_id);
