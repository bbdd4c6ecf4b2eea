import { createContext, use, type ReactNode } from 'react';
import { cx } from './cx.ts';

const Chrome = createContext(false);

/**
 * The scope of the edit tool: its colours and font are the same at every school. Portals opened
 * inside (dialogs, menus, tooltips) leave the DOM subtree. They restore the scope with
 * `useLayerScope`.
 *
 * ```tsx
 * <EditChrome className="fixed bottom-4"><EditToolbar /></EditChrome>
 * ```
 */
export function EditChrome({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Chrome value>
      <div className={cx('edit-chrome', className)}>{children}</div>
    </Chrome>
  );
}

/** Sets the scope without an element, for a layer that renders its own. */
export function ChromeScope({
  inside = true,
  children,
}: {
  inside?: boolean;
  children: ReactNode;
}) {
  return <Chrome value={inside}>{children}</Chrome>;
}

/** The class of a portalled layer: 'edit-chrome' if it was opened inside the edit tool. */
export function useLayerScope(): string | undefined {
  return use(Chrome) ? 'edit-chrome' : undefined;
}
