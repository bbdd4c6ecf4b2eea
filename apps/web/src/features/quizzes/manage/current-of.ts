import { ApiError } from '../../../platform/api.ts';

/** The current thing of a 409 `stale_version`. Null for any other error. */
export const currentOf = <T>(trouble: unknown) =>
  trouble instanceof ApiError && trouble.code === 'stale_version' ? (trouble.data as T) : null;
