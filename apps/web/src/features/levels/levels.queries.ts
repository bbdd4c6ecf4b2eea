import { levels } from '@vitrine/contract/levels';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { list, products } = levels;

export const useLevels = () => useContractQuery(list, {});

export const useAddLevel = () =>
  useContractMutation(levels.create, { refreshes: [list], success: true });

export const useChangeLevel = () =>
  useContractMutation(levels.update, { refreshes: [list], success: true });

/** Quietly: it is a part of putting a level back. */
export const useRenameLevel = () => useContractMutation(levels.update, { refreshes: [list] });

/** The panel shows its message, with the way back. */
export const useRemoveLevel = () => useContractMutation(levels.remove, { refreshes: [list] });

export const useLevelProducts = (levelId: number | null) =>
  useContractQuery(products, { params: { levelId: levelId ?? 0 } }, { enabled: levelId !== null });

export const useOpenLevel = () =>
  useContractMutation(levels.addProducts, { refreshes: [products] });

export const useCloseLevel = () =>
  useContractMutation(levels.removeProduct, { refreshes: [products] });

/** Levels whose moment waits to be shown. */
export const useReachedLevels = () => useContractQuery(levels.mine, {});
export const useMarkLevelSeen = () => useContractMutation(levels.seen);
