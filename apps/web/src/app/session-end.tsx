import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd } from '../platform/api.ts';
import { useViewer } from '../platform/site-context.ts';

const SignInAgain = lazy(() => import('../features/sessions/sign-in-again.tsx'));

/** A session that ended asks to sign in over the page; what waited for it then goes on. */
export function SessionEnd() {
  const [waiting, setWaiting] = useState<(() => void)[]>([]);
  const signedIn = useViewer() !== null;
  useEffect(() => {
    if (!signedIn) return;
    onSessionEnd(() => new Promise((done) => setWaiting((before) => [...before, done])));
  }, [signedIn]);
  if (!waiting.length) return null;
  return (
    <Suspense>
      <SignInAgain
        onSignedIn={() => {
          for (const goOn of waiting) goOn();
          setWaiting([]);
        }}
      />
    </Suspense>
  );
}
