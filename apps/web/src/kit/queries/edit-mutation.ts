import { useQueryClient } from '@tanstack/react-query';
import type { AnyRoute } from '@vitrine/contract/core';
import { ApiError } from '../../platform/api.ts';
import { refresh, useContractMutation } from './contract-mutation.ts';

/**
 * Saves the edit of a thing that says in `edited_at` when it was edited last (decision 100). If
 * somebody has edited it since, the page reads it again.
 */
export function useEditMutation<R extends AnyRoute>(route: R, refreshes: AnyRoute[]) {
  const client = useQueryClient();
  return useContractMutation(route, {
    refreshes,
    onError: (error) => {
      if (isOutdatedError(error)) void refresh(client, refreshes);
    },
  });
}

/** Whether somebody has edited the thing since the page read it. The error's `data` is the newer one. */
export const isOutdatedError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'stale_version';

/** When a thing was edited last, as its edit sends it. */
export const editedAtOf = ({ edited_at: at }: { edited_at: Date | string | null }) =>
  at === null ? null : String(at);
