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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function run() {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await action();
      onDone?.();
    } catch (reason) {
      setError(reason ?? true);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, run, forget: () => setError(null) };
}
