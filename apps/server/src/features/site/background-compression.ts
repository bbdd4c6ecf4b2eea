/**
 * Compresses cached pages after they were answered. Each school compresses one page at a time, so a
 * school that saves over and over takes at most one thread.
 */
export function backgroundCompression() {
  const queues = new Map<number, Promise<void>>();

  /** @param isCurrent whether the page is still cached when its turn comes. */
  return (tenantId: number, isCurrent: () => boolean, compress: () => Promise<void>) => {
    const previous = queues.get(tenantId) ?? Promise.resolve();
    const next = previous
      .then(() => (isCurrent() ? compress() : undefined))
      .catch(() => {}) // what was compressed quickly is sent on
      .finally(() => {
        if (queues.get(tenantId) === next) queues.delete(tenantId);
      });
    queues.set(tenantId, next);
  };
}
