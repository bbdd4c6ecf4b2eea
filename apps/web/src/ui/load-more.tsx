import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import { useTranslation } from './translation.ts';

/**
 * The end of a paginated list. It loads the next page when it comes near the viewport. It is also a
 * button for keyboard users and for retries.
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
  /** The last request failed. It stops loading automatically and offers a retry. */
  failed?: boolean;
  /** Loads once it is within 400 px of the viewport. */
  auto?: boolean;
  /** The default is 'Carregar mais'. */
  label?: string;
  onMore: () => void;
}) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onMore);
  const waits = hasMore && auto && !busy && !failed;

  useEffect(() => {
    if (!waits || !end.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
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
