export interface BatchPlace {
  tenant: number;
  kind: string;
  place: number;
}

/** A busy place is told once in so long. */
const WINDOW_MS = 1_000;
/** So many things go into one event. The rest waits for the next ones. */
const MAX_IDS = 40;
/** More than this waits for nobody: who reads on finds them in the list. */
const MAX_WAITING = 400;

/**
 * Gathers what is told of one place. The first thing goes out at once, and what comes within a second
 * of it goes out together. `flush` does not throw.
 */
export function openBatches(flush: (where: BatchPlace, ids: number[]) => Promise<void>) {
  const waiting = new Map<string, Set<number>>();
  const timers = new Set<NodeJS.Timeout>();

  async function run(key: string, where: BatchPlace) {
    const batch = waiting.get(key)!;
    const ids = [...batch].slice(0, MAX_IDS);
    ids.forEach((id) => batch.delete(id));
    if (!ids.length) return void waiting.delete(key);
    await flush(where, ids);
    const timer = setTimeout(() => {
      timers.delete(timer);
      void run(key, where);
    }, WINDOW_MS);
    timers.add(timer.unref());
  }

  return {
    add(where: BatchPlace, id: number) {
      const key = `${where.tenant}:${where.kind}:${where.place}`;
      const batch = waiting.get(key);
      if (!batch) {
        waiting.set(key, new Set([id]));
        void run(key, where);
        return;
      }
      batch.add(id);
      if (batch.size > MAX_WAITING) batch.delete(batch.values().next().value!);
    },
    close: () => timers.forEach(clearTimeout),
  };
}
