/** Loads graphile-worker with the first job, not at the start. */
export const graphileWorker = () => import('graphile-worker');
