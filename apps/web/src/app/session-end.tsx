import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '../platform/api.ts';
import { useViewer } from '../platform/site-context.ts';

const SignInAgain = lazy(() => import('../features/sessions/sign-in-again.tsx'));

/** Asks the viewer to sign in again over the page. The calls that waited then continue. */
export function SessionEnd() {
  const [isAsking, setIsAsking] = useState(false);
  // A ref, because more calls may be refused while the viewer signs in.
  const resolvers = useRef<(() => void)[]>([]);
  const signedIn = useViewer() !== null;
  useEffect(() => {
    if (!signedIn) return;
    onSessionEnd(() => {
      setIsAsking(true);
      return new Promise((resolve) => resolvers.current.push(resolve));
    });
  }, [signedIn]);
  if (!isAsking) return null;
  return (
    <Suspense>
      <SignInAgain
        onSignedIn={() => {
          setIsAsking(false);
          for (const resume of resolvers.current.splice(0)) resume();
        }}
      />
    </Suspense>
  );
}
