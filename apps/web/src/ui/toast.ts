/**
 * Short messages at the bottom of the screen. Any code may call it. `Toaster` shows the messages, and
 * loads its code with the first one.
 *
 * ```ts
 * toast.success(t('Link copiado'));
 * toast.undo(t('Plano removido'), putBack);
 * ```
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => send({ kind: 'success', text, ...options }),
  error: (text: string, options?: ToastOptions) => send({ kind: 'error', text, ...options }),
  info: (text: string, options?: ToastOptions) => send({ kind: 'info', text, ...options }),
  /** Offers 'Desfazer' for 5 s. */
  undo: (text: string, onUndo: () => void, options?: ToastOptions) =>
    send({ kind: 'undo', text, onUndo, duration: 5000, ...options }),
};

type ToastOptions = {
  /** Second line. */
  description?: string;
  /** In milliseconds. The default is 4000; the specification sets others. */
  duration?: number | undefined;
  /** Shows a close button, where the specification requires one. */
  closable?: boolean | undefined;
  /** Closes the toast early, once what it asks for is done. */
  signal?: AbortSignal;
};

/** A message on its way from `toast` to `Toaster`. */
export type ToastMessage = ToastOptions & {
  kind: 'success' | 'error' | 'info' | 'undo';
  text: string;
  onUndo?: () => void;
};

type Listener = (message: ToastMessage) => void;
let listener: Listener | null = null;
const queue: ToastMessage[] = [];

function send(message: ToastMessage) {
  if (listener) listener(message);
  else queue.push(message);
}

/** For `Toaster`: receives the queued messages and every later one. */
export function receiveToasts(next: Listener): () => void {
  listener = next;
  for (const message of queue.splice(0)) next(message);
  return () => {
    if (listener === next) listener = null;
  };
}
