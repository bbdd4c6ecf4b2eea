import { join } from 'node:path';
import {
  LimitExceeded,
  workerProcess,
  type WorkerLimits,
  type WorkerProcess,
} from '../../platform/worker-process/worker-process.ts';
import type { CartridgeCalls, LinkedLesson, ConvertedLesson } from './cartridge-worker.ts';
import { CartridgeError, isCartridgeErrorCode } from './cartridge/errors.ts';

/** Reads a cartridge. It throws a CartridgeError where the whole file is refused. */
export type CartridgeReader = WorkerProcess<CartridgeCalls>['call'];

/** Several times the time that the largest cartridge needs, and twice the memory. */
const workerLimits: WorkerLimits = { seconds: 120, memoryBytes: 1024 * 1_048_576 };

const worker = join(import.meta.dirname, 'cartridge-worker.ts');

/** Runs `work` with a reader process, and ends the process afterwards. */
export async function withCartridgeReader<Done>(
  work: (reader: CartridgeReader) => Promise<Done>,
  allowed = workerLimits,
): Promise<Done> {
  const { call, end } = workerProcess<CartridgeCalls>(worker, allowed);
  try {
    return await work((name, ...input) => call(name, ...input).catch(throwUserError));
  } finally {
    end();
  }
}

/** After `setStoredPaths`. */
export async function* convertedLessons(
  reader: CartridgeReader,
): AsyncGenerator<ConvertedLesson[]> {
  for (;;) {
    const batch = await reader('nextLessons');
    if (!batch) return;
    yield batch;
  }
}

/** After `lessonsAreAdded`: the contents of lessons that link to other lessons. */
export async function* linkedLessons(reader: CartridgeReader): AsyncGenerator<LinkedLesson[]> {
  for (;;) {
    const batch = await reader('nextLinkedLessons');
    if (!batch) return;
    yield batch;
  }
}

function throwUserError(error: Error & { code?: unknown }): never {
  if (error instanceof LimitExceeded) throw new CartridgeError('too_large', error);
  if (error.name === 'CartridgeError' && isCartridgeErrorCode(error.code))
    throw new CartridgeError(error.code, error.cause);
  throw error;
}
