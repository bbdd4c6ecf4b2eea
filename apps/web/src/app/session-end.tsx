import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd } from '../platform/api.ts';
import { useViewer } from '../platform/site-context.ts';

const SignInAgain = lazy(() => import('../features/sessions/sign-in-again.tsx'));

/** Asks the viewer to sign in again over the page. The calls that waited then continue. */
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
          for (const resume of waiting) resume();
          setWaiting([]);
        }}
      />
    </Suspense>
  );
}
