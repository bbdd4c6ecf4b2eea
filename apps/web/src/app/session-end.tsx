import { useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '../platform/api.ts';
import { useViewer } from '../platform/site-context.ts';
import { LatePart } from '../ui/late-part.tsx';

/**
 * Asks the viewer to sign in again over the page. The calls that waited then continue. If the dialog
 * does not load, they fail, and the next call asks again.
 */
export function SessionEnd() {
  const [isAsking, setIsAsking] = useState(false);
  // A ref, because more calls may be refused while the viewer signs in.
  const resolvers = useRef<((isSignedIn: boolean) => void)[]>([]);
  const signedIn = useViewer() !== null;
  useEffect(() => {
    if (!signedIn) return;
    onSessionEnd(() => {
      setIsAsking(true);
      return new Promise((resolve) => resolvers.current.push(resolve));
    });
  }, [signedIn]);
  if (!isAsking) return null;
  function finish(isSignedIn: boolean) {
    setIsAsking(false);
    for (const resolve of resolvers.current.splice(0)) resolve(isSignedIn);
  }
  return (
    <LatePart
      load={() => import('../features/sessions/sign-in-again.tsx')}
      onFail={() => finish(false)}
    >
      {(SignInAgain) => <SignInAgain onSignedIn={() => finish(true)} />}
    </LatePart>
  );
}
