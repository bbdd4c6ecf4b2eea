import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process holds after all garbage was collected. */
export function heldBytes() {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MEGABYTE = 1_048_576;
export const asMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

/** More bytes than a run may leave behind. */
export const MAX_GROWTH_BYTES = 64 * MEGABYTE;
