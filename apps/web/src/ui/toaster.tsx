import { useEffect, useEffectEvent, useState } from 'react';
import { useLateComponent } from './late-component.ts';
import { receiveToasts, type ToastMessage } from './toast.ts';

/**
 * Render it once, near the app's root. It loads its code with the first toast. Messages that come
 * while the code does not load are not shown later.
 *
 * ```tsx
 * <Toaster inEditChrome={editing} />
 * ```
 */
export function Toaster({ inEditChrome = false }: { inEditChrome?: boolean }) {
  const [first, setFirst] = useState<ToastMessage[]>([]);
  const [isReady, setIsReady] = useState(false);
  const view = useLateComponent(() => import('./toaster-view.tsx'));

  const receive = useEffectEvent((message: ToastMessage) => {
    setFirst((queue) => [...queue, message]);
    view.load().catch(() => setFirst([]));
  });
  useEffect(() => {
    if (isReady) return;
    return receiveToasts((message) => receive(message));
  }, [isReady]);

  return (
    view.Loaded && (
      <view.Loaded first={first} onReady={() => setIsReady(true)} inEditChrome={inEditChrome} />
    )
  );
}
