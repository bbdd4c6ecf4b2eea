import { isOutdatedError } from '../../../kit/queries/edit-mutation.ts';

/** The current thing of a 409 `stale_version`. Null for any other error. */
export const currentOf = <T>(error: unknown) => (isOutdatedError(error) ? (error.data as T) : null);
