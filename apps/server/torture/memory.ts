import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage and returns the bytes still in use. */
export function retainedBytes() {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MEGABYTE = 1_048_576;
/** A number of bytes for the log, in whole MB. */
export const asMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

/** Maximum growth of memory in a run. */
export const MAX_GROWTH_BYTES = 64 * MEGABYTE;
