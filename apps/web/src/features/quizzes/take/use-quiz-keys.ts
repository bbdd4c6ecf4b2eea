import { useEffect, useEffectEvent } from 'react';

interface Keys {
  enabled: boolean;
  choose: (index: number) => void;
  go: (step: number) => void;
  enter: () => void;
}

/**
 * 1 to 9 and A to I choose, the arrows to the sides move. Enter moves on, at the last one to the
 * end.
 */
export function useQuizKeys({ enabled, choose, go, enter }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.ctrlKey || event.metaKey || event.altKey) return;
    // A key held down turns pages, and does nothing else.
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const letter = /^[a-i]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    const on = event.target instanceof Element ? event.target : null;
    // A dialog that asks about leaving, and an image that stands large, have the keys to themselves.
    if (on?.closest('dialog, [role="dialog"], [role="alertdialog"]')) return;
    const onButton = on?.closest('button, a');
    if (digit >= 0 || letter >= 0) choose(Math.max(digit, letter));
    else if (event.key === 'Enter' && !onButton) enter();
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
