import { useState } from 'react';

/**
 * Runs one action at a time. `busy` is true while it runs; `error` holds its failure. Calls while
 * busy do nothing. `forget` clears the error.
 *
 * ```ts
 * const attempt = useAttempt(onConfirm, onClose);
 * <Button busy={attempt.busy} onClick={attempt.run}>…</Button>
 * ```
 */
export function useAttempt(action: () => unknown, onDone?: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function run() {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await action();
      onDone?.();
    } catch (reason) {
      setError(reason ?? true);
    } finally {
      setIsBusy(false);
    }
  }

  return { busy: isBusy, error, run, forget: () => setError(null) };
}
