import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from './translation.ts';
import { Button } from './button.tsx';

/**
 * The end of a list that goes on: loads by itself when it comes near, and is a button for who
 * walks by keyboard or whose connection failed.
 *
 * ```tsx
 * <LoadMore {...members.more} />
 * <LoadMore hasMore={lines.length > shown} busy={false} onMore={() => setShown(shown + portion)} />
 * ```
 */
export function LoadMore({
  hasMore,
  busy,
  failed = false,
  auto = true,
  label,
  onMore,
}: {
  hasMore: boolean;
  busy: boolean;
  /** The last try failed: stops loading by itself and offers another. */
  failed?: boolean;
  /** Loads when it comes within 400 px of the view. */
  auto?: boolean;
  /** 'Carregar mais' unless said otherwise. */
  label?: string;
  onMore: () => void;
}) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const waits = hasMore && auto && !busy && !failed;

  useEffect(() => {
    if (!waits || !end.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { rootMargin: '400px' },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [waits]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-6">
      {failed && (
        <p role="alert" className="text-14 text-text-2">
          {t('Não foi possível carregar mais.')}
        </p>
      )}
      <Button busy={busy} onClick={onMore}>
        {failed ? t('Tentar de novo') : (label ?? t('Carregar mais'))}
      </Button>
    </div>
  );
}
