/**
 * Short messages at the foot of the screen. Call from anywhere; `Toaster` shows them, and
 * brings its code with the first one.
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
  /** Offers 'Desfazer' while the time runs (5 s). */
  undo: (text: string, onUndo: () => void, ms = 5000) =>
    send({ kind: 'undo', text, onUndo, duration: ms }),
};

type ToastOptions = {
  /** Second line. */
  description?: string;
  /** Milliseconds; 4000 unless the specification says otherwise. */
  duration?: number | undefined;
  /** With a cross, where the specification asks for one. */
  closable?: boolean | undefined;
};

export type ToastMessage = ToastOptions & {
  kind: 'success' | 'error' | 'info' | 'undo';
  text: string;
  onUndo?: () => void;
};

type Listener = (message: ToastMessage) => void;
let listener: Listener | null = null;
const waiting: ToastMessage[] = [];

function send(message: ToastMessage) {
  if (listener) listener(message);
  else waiting.push(message);
}

/** For `Toaster`: takes every message from now on, and those that waited. */
export function receiveToasts(next: Listener): () => void {
  listener = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    if (listener === next) listener = null;
  };
}
