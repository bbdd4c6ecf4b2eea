/**
 * Work that makes kept pages smaller behind the answers: one at a time a school, so that a school
 * that is saved over and over takes one thread of the process at most.
 */
export function backgroundCompression() {
  const queues = new Map<number, Promise<void>>();

  /** @param isCurrent whether the page is still kept by the time it is its turn. */
  return (tenantId: number, isCurrent: () => boolean, compress: () => Promise<void>) => {
    const before = queues.get(tenantId) ?? Promise.resolve();
    const turn = before
      .then(() => (isCurrent() ? compress() : undefined))
      .catch(() => {}) // what was compressed quickly is sent on
      .finally(() => {
        if (queues.get(tenantId) === turn) queues.delete(tenantId);
      });
    queues.set(tenantId, turn);
  };
}
