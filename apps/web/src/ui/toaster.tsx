import { lazy, Suspense, useEffect, useState } from 'react';
import { receiveToasts, type ToastMessage } from './toast.ts';

const ToasterView = lazy(() =>
  import('./toaster-view.tsx').then((module) => ({ default: module.ToasterView })),
);

/**
 * Render it once, near the app's root. It loads its code with the first toast.
 *
 * ```tsx
 * <Toaster inEditChrome={editing} />
 * ```
 */
export function Toaster({ inEditChrome = false }: { inEditChrome?: boolean }) {
  const [first, setFirst] = useState<ToastMessage[]>([]);
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    if (isReady) return;
    return receiveToasts((message) => setFirst((queue) => [...queue, message]));
  }, [isReady]);

  if (first.length === 0) return null;
  return (
    <Suspense>
      <ToasterView first={first} onReady={() => setIsReady(true)} inEditChrome={inEditChrome} />
    </Suspense>
  );
}
