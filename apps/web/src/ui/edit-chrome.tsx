import { createContext, use, type ReactNode } from 'react';
import { cx } from './cx.ts';

const Chrome = createContext(false);

/**
 * The scope of the edit tool: its colours and its Inter, whatever the school. Layers opened from
 * inside (dialogs, menus, tooltips) leave the DOM but not the scope: they ask `useLayerScope`.
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

/** For a layer that draws the scope's element itself. */
export function ChromeScope({
  inside = true,
  children,
}: {
  inside?: boolean;
  children: ReactNode;
}) {
  return <Chrome value={inside}>{children}</Chrome>;
}

/** The class a portalled layer wears: 'edit-chrome' when opened from the edit tool. */
export function useLayerScope(): string | undefined {
  return use(Chrome) ? 'edit-chrome' : undefined;
}
