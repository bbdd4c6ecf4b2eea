import { hasStatus } from '../../platform/api.ts';

/**
 * Whether the server refuses to show a thing: it is gone, or closed to the viewer. A page that shows
 * it already keeps it after any other failure of a later read.
 */
export const isRefused = (error: unknown) => hasStatus(error, 400, 403, 404);
