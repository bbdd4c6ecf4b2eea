/** A kind of event, and the id of what it happens in, such as a live. Its events travel together. */
export interface BatchPlace {
  tenant: number;
  kind: string;
  place: number;
}

/** Minimum time between two events of one place. */
const WINDOW_MS = 1_000;
/** Maximum number of ids in one event. The rest wait for the next events. */
const MAX_IDS = 40;
/** Maximum number of waiting ids. Older ones are dropped: readers find those rows in the list. */
const MAX_WAITING = 400;

/**
 * Batches the events of one place. The first is sent at once; those of the following second are
 * sent together. `flush` must not throw.
 */
export function openBatches(flush: (batchPlace: BatchPlace, ids: number[]) => Promise<void>) {
  const waitingIds = new Map<string, Set<number>>();
  const timers = new Set<NodeJS.Timeout>();

  async function run(key: string, batchPlace: BatchPlace) {
    const batch = waitingIds.get(key)!;
    const ids = [...batch].slice(0, MAX_IDS);
    ids.forEach((id) => batch.delete(id));
    if (!ids.length) return void waitingIds.delete(key);
    await flush(batchPlace, ids);
    const timer = setTimeout(() => {
      timers.delete(timer);
      void run(key, batchPlace);
    }, WINDOW_MS);
    timers.add(timer.unref());
  }

  return {
    add(batchPlace: BatchPlace, id: number) {
      const key = `${batchPlace.tenant}:${batchPlace.kind}:${batchPlace.place}`;
      const batch = waitingIds.get(key);
      if (!batch) {
        waitingIds.set(key, new Set([id]));
        void run(key, batchPlace);
        return;
      }
      batch.add(id);
      if (batch.size > MAX_WAITING) batch.delete(batch.values().next().value!);
    },
    close: () => timers.forEach(clearTimeout),
  };
}
