import { ApiError } from '../../../platform/api.ts';

/** What stands now, where a change of an outdated version was refused; null for any other trouble. */
export const currentOf = <T>(trouble: unknown) =>
  trouble instanceof ApiError && trouble.code === 'stale_version' ? (trouble.data as T) : null;
