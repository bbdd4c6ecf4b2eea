/**
 * Maps `items` with at most `concurrency` concurrent calls of `work`, in order. After a failure it
 * starts no more calls, waits for the running ones, and throws.
 */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
