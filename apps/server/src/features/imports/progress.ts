import type { Platform } from '../../platform/platform.ts';
import { tellRun, type Run } from './imports.store.ts';

/** Tells how far a run is, in transactions of its own: visible while the work's own is still open. */
export interface Progress {
  /** So many more steps are to be done; told at once. */
  expect(steps: number): Promise<void>;
  step(steps?: number): Promise<void>;
  /** Before something that takes its time. */
  tell(): Promise<void>;
}

const mostOften = 500; // ms

export function progressOf({ database }: Platform, tenantId: number, run: Run): Progress {
  let done = 0;
  let total = 0;
  let told = 0;
  const tell = async () => {
    told = Date.now();
    await database.transaction(tenantId, (tx) => tellRun(tx, run, { done, total }));
  };
  return {
    tell,
    async expect(steps) {
      total += steps;
      await tell();
    },
    async step(steps = 1) {
      done += steps;
      if (Date.now() - told >= mostOften) await tell();
    },
  };
}
