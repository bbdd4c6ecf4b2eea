/**
 * Does the work for all things, so many at once, and answers in their order. After a failure nothing
 * new begins; it is told when all that had begun has ended.
 */
export async function importQueue<Thing, Done>(
  things: Thing[],
  atOnce: number,
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
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return done;
}
