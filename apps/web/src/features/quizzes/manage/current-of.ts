import { ApiError } from '../../../platform/api.ts';

/** The current thing of a 409 `stale_version`. Null for any other error. */
export const currentOf = <T>(error: unknown) =>
  error instanceof ApiError && error.code === 'stale_version' ? (error.data as T) : null;
