import { useState, type KeyboardEvent } from 'react';
import { useLateComponent, type LateSource } from './late-component.ts';
import { toast } from './toast.ts';
import { useTranslation } from './translation.ts';

/**
 * A component that takes the place of its button at the first press, by pointer or by key. Spread
 * `press` on the button, and show `LoadingLine` while it `isLoading`. Code that does not load leaves the
 * button, and a toast says so: `failure`.
 *
 * ```tsx
 * const { Loaded, press } = useLatePress(() => import('./post-menu.tsx'), t('O menu não carregou'));
 * return Loaded ? <Loaded isPressed /> : <IconButton label={label} {...press}>…</IconButton>;
 * ```
 */
export function useLatePress<Props>(source: LateSource<Props>, failure: string) {
  const { t } = useTranslation();
  const { Loaded, load } = useLateComponent(source);
  const [isLoading, setIsLoading] = useState(false);
  function open() {
    setIsLoading(true);
    load()
      .catch(() =>
        toast.error(failure, {
          description: t('Confira sua internet, ou carregue a página de novo.'),
        }),
      )
      .finally(() => setIsLoading(false));
  }
  return { Loaded, isLoading, press: firstPress(open) };
}

/**
 * The props of a button whose menu or list takes its place at the first press. `open` shows it.
 */
export const firstPress = (open: () => void) => ({
  'aria-expanded': false,
  onClick: open,
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  },
});
