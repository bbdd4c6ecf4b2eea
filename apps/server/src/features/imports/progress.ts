import type { Platform } from '../../platform/platform.ts';
import { updateRun, type ImportRun } from './imports.store.ts';

/** Tells how far a run is, in transactions of its own: visible while the work's own is still open. */
export interface Progress {
  /** Announces further steps. `before`: steps that an earlier slice has done. */
  expect(steps: number, before?: number): Promise<void>;
  step(steps?: number): Promise<void>;
  /** Before something that takes its time. */
  save(): Promise<void>;
}

const MIN_INTERVAL_MS = 500;

/** The progress of a run. It is saved at most once in a while, because each save is a write. */
export function progressOf({ database }: Platform, tenantId: number, run: ImportRun): Progress {
  let completedSteps = 0;
  let total = 0;
  let savedAt = 0;
  const save = async () => {
    savedAt = Date.now();
    await database.transaction(tenantId, (tx) =>
      updateRun(tx, run, { done: completedSteps, total }),
    );
  };
  return {
    save,
    async expect(steps, before = 0) {
      total += steps;
      completedSteps += before;
      await save();
    },
    async step(steps = 1) {
      // A transaction that begins again takes its steps again.
      completedSteps = Math.min(completedSteps + steps, total);
      if (Date.now() - savedAt >= MIN_INTERVAL_MS) await save();
    },
  };
}
