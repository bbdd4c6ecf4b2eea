import { levels } from '@vitrine/contract/levels';
import { people } from '@vitrine/contract/people';
import { points } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list, products } = levels;
/** The queries that show the level of a person. */
const shownLevels = [ranking.list, people.show, points.mine, points.ofMember];
const refreshes = [list, ...shownLevels];

/** The school's levels, the lowest first (B section 3). */
export const useLevels = () => useContractQuery(list, {});

/** Adds a level with its badge and products. 422 for invalid fields. */
export const useAddLevel = () =>
  useContractMutation(levels.create, { refreshes, success: true, once: true });

/** Saves the changed fields of a level, its products excepted. */
export const useChangeLevel = () =>
  useContractMutation(levels.update, { refreshes, success: true });

/** Renames a level without a toast, as a part of putting it back. */
export const useRenameLevel = () => useContractMutation(levels.update, { refreshes });

/** Removes a level. The panel shows the server's message, with an undo. */
export const useRemoveLevel = () => useContractMutation(levels.remove, { refreshes });

/** Lists the products of a level. Null reads nothing: a new one has none. */
export const useLevelProducts = (levelId: number | null) =>
  useContractQuery(products, { params: { levelId: levelId ?? 0 } }, { enabled: levelId !== null });

/** Lets a product's members reach the level. It saves at once. */
export const useAddLevelProducts = () =>
  useContractMutation(levels.addProducts, { refreshes: [products, ...shownLevels] });

/** Removes such a product. It saves at once. */
export const useRemoveLevelProduct = () =>
  useContractMutation(levels.removeProduct, { refreshes: [products, ...shownLevels] });

/** Levels that were reached and not shown yet. */
export const useReachedLevels = () => useContractQuery(levels.mine, {});

/** Notes that a reached level was shown, so that it never comes again. */
export const useMarkLevelSeen = () => useContractMutation(levels.seen);
