import type { ApiError } from '../../platform/api.ts';

/**
 * Whether a queued write stays for the next try: the connection is lost, the session has ended, or the
 * server is busy.
 */
export const isTemporary = ({ status }: ApiError) =>
  status === 0 || status === 401 || status === 429 || status >= 500;
