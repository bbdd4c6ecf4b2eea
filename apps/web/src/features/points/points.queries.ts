import { points } from '@vitrine/contract/points';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const { show, products } = points;

export const useParameters = () => useContractQuery(show, {});

export const useCreatePoints = () =>
  useContractMutation(points.create, { refreshes: [show], success: true });

export const useUpdatePoints = () =>
  useContractMutation(points.update, { refreshes: [show], success: true });

/** Said by the call before it: the two are one save. */
export const useSaveDaily = () => useContractMutation(points.saveDaily, { refreshes: [show] });

export const usePointsProducts = () => useContractQuery(products, {});

export const useAllowProducts = () =>
  useContractMutation(points.addProducts, { refreshes: [products], failure: true });

export const useDisallowProduct = () =>
  useContractMutation(points.removeProduct, {
    refreshes: [products],
    success: true,
    failure: true,
  });

export const usePointsPreview = () => useContractMutation(points.preview, { failure: true });
