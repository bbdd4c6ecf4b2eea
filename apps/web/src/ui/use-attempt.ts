import { useState } from 'react';

/**
 * Runs one thing at a time and remembers how it went: busy while it runs, the error when it
 * failed. Further calls while busy do nothing. `forget` drops the error once something else is tried.
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
