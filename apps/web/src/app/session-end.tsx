import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnd } from '../platform/api.ts';
import { useViewer } from '../platform/site-context.ts';

const SignInAgain = lazy(() => import('../features/sessions/sign-in-again.tsx'));

/** Asks the viewer to sign in again over the page. The calls that waited then continue. */
export function SessionEnd() {
  const [resolvers, setResolvers] = useState<(() => void)[]>([]);
  const signedIn = useViewer() !== null;
  useEffect(() => {
    if (!signedIn) return;
    onSessionEnd(() => new Promise((resolve) => setResolvers((queue) => [...queue, resolve])));
  }, [signedIn]);
  if (!resolvers.length) return null;
  return (
    <Suspense>
      <SignInAgain
        onSignedIn={() => {
          for (const resume of resolvers) resume();
          setResolvers([]);
        }}
      />
    </Suspense>
  );
}
