/**
 * Maps `things` with at most `concurrency` concurrent calls of `work`, in order. After a failure it
 * starts no more calls, waits for the running ones, and throws.
 */
export async function mapConcurrently<Item, Done>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [at, item] of queue) {
      if (failed) return;
      try {
        done[at] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const one of results) if (one.status === 'rejected') throw one.reason;
  return done;
}
