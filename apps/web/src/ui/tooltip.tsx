import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useLayerScope } from './edit-chrome.tsx';

/**
 * A short explanation on hover and keyboard focus. The child must be focusable; use `aria-disabled`
 * for a disabled control. Phones have no hover, so never put needed information only here.
 *
 * ```tsx
 * <Tooltip text={t('Item não editável')}><IconButton label={t('Editar')} aria-disabled>…</IconButton></Tooltip>
 * ```
 */
export function Tooltip({
  text,
  children,
}: {
  text: ReactNode;
  children: ReactElement<Record<string, unknown>>;
}) {
  const scope = useLayerScope();
  return (
    <Base.Provider delay={400}>
      <Base.Root>
        <Base.Trigger
          render={children}
          aria-description={typeof text === 'string' ? text : undefined}
        />
        <Base.Portal className={cx(scope, 'contents')}>
          <Base.Positioner side="top" sideOffset={8} collisionPadding={12} className="z-toast">
            <Base.Popup
              role="tooltip"
              className="max-w-64 rounded-control bg-raised px-3 py-2 font-sans text-13 text-text shadow-raised ring-1 ring-line-2 transition-opacity duration-quick ring-inset data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              {text}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
