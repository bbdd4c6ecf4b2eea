/**
 * Maps `things` with at most `concurrency` calls of `work` at once, in order. After a failure it
 * starts nothing new, and throws when what had begun has ended.
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
