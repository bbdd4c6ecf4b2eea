import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * A warning that does not block the viewer: amber, with an icon.
 *
 * ```tsx
 * <InlineWarning>{t('O texto some nos painéis.')}</InlineWarning>
 * ```
 */
export function InlineWarning({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-13 text-warn">
      <TriangleAlert size={16} strokeWidth={2} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">{children}</span>
      {aside}
    </p>
  );
}
