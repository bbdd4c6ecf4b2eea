import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * Rarely used content, collapsed under a label. Collapsing keeps the content's state.
 *
 * ```tsx
 * <Accordion label={t('Avançado')}>…</Accordion>
 * ```
 */
export function Accordion({
  label,
  open = false,
  children,
}: {
  label: string;
  /** Opens it at first, and when it turns true. Only the viewer closes it. */
  open?: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (open) details.current!.open = true;
  }, [open]);
  return (
    <details ref={details} className="group">
      <summary className="-mx-2 flex min-h-11 list-none items-center justify-between gap-3 rounded-control px-2 text-14 font-semibold text-text hover:bg-hover [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          className="shrink-0 text-text-3 transition-transform duration-panel group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
