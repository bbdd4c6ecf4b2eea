/**
 * Maps `things` with at most `concurrency` concurrent calls of `work`, in order. After a failure it
 * starts no more calls, waits for the running ones, and throws.
 */
export async function mapConcurrently<Thing, Done>(
  things: Thing[],
  concurrency: number,
  work: (thing: Thing) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const queue = things.entries();
  let failed = false;
  const worker = async () => {
    for (const [at, thing] of queue) {
      if (failed) return;
      try {
        done[at] = await work(thing);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return done;
}
