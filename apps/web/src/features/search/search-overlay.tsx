import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type RefObject } from 'react';
import { cx } from '../../ui/cx.ts';
import { FoundCount } from '../../ui/found-count.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { FoundResults } from './found-results.tsx';
import { SearchAside } from './search-aside.tsx';
import { SearchFilters, useSeeAll } from './search-filters.tsx';
import { SearchFooter } from './search-footer.tsx';
import { SearchHead } from './search-head.tsx';
import type { SettingToFind } from './search-results.tsx';
import { useSearchOverlay } from './use-search-overlay.ts';

interface SearchOverlayProps {
  open: boolean;
  onClose: () => void;
  /** The text that the field has when the overlay opens first. */
  startText?: string;
  /** Gets the focus back. By default what had it before. */
  opener?: RefObject<Element | null>;
  /** Settings that staff can find. */
  settings?: readonly SettingToFind[];
}

/**
 * The search overlay (C section 2): grouped results and their counts while typing, beside what was
 * opened last and recent searches. Enter opens the page of all results.
 */
export function SearchOverlay(props: SearchOverlayProps) {
  const { open, onClose, startText = '', opener, settings = [] } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const overlay = useSearchOverlay({ settings, startText, onClose });
  const { query, filter, search } = overlay;
  const { counts, results } = search;
  const seeAll = useSeeAll();
  const total = counts.get(filter);
  const found = query && !search.isPending && !search.failed ? (total?.count ?? 0) : null;
  // A page that shows the same results gets no link.
  const seesAll = !total || (!total.more && total.count <= results.length);

  return (
    <Base.Root open={open} onOpenChange={(next) => !next && overlay.close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-scrim bg-scrim" />
        <Base.Popup
          aria-label={t('Buscar')}
          initialFocus={field}
          finalFocus={() => {
            const before = opener?.current;
            // Nothing had the focus where the key / opened it: Base UI would take the skip link.
            if (before === document.body) return false;
            return before instanceof HTMLElement ? before : true;
          }}
          className="fixed inset-x-0 top-0 z-dialog mx-auto flex h-dvh w-full flex-col overflow-hidden bg-surface-1 shadow-dialog ring-1 ring-line-2 outline-none ring-inset sm:top-10 sm:h-auto sm:max-h-[calc(100dvh-5rem)] sm:max-w-[min(62.5rem,100%-2*max(1.25rem,var(--notch)))] sm:rounded-panel"
        >
          <SearchHead
            field={field}
            text={overlay.text}
            lists={overlay.listIds}
            activeId={overlay.activeId}
            expanded={overlay.hasOpenable}
            onWrite={overlay.write}
            onKeyDown={overlay.onKeyDown}
            onSearch={overlay.openAll}
          >
            {query && counts.size > 0 && (
              <SearchFilters
                className="col-span-2 row-start-2 -mb-px min-w-0 px-5 *:border-transparent sm:px-6"
                counts={counts}
                value={filter}
                onValueChange={overlay.choose}
              />
            )}
          </SearchHead>
          <FoundCount count={found} more={total?.more} />
          <OverlayColumns overlay={overlay} field={field} />
          {query && results.length > 0 && (
            <SearchFooter
              seeAll={seesAll ? null : seeAll(filter, total)}
              to={overlay.allResults}
              onLeave={() => overlay.leave()}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface OverlayColumnsProps {
  overlay: ReturnType<typeof useSearchOverlay>;
  field: RefObject<HTMLInputElement | null>;
}

/** The results, beside what was opened last and recent searches. A phone shows one of the two. */
function OverlayColumns({ overlay, field }: OverlayColumnsProps) {
  const { history, query, leave } = overlay;
  const hasHistory = history.opened.length + history.searches.length > 0;
  return (
    <div className={cx('flex min-h-0 flex-1', hasHistory && 'lg:min-h-120')}>
      <div
        className={cx(
          'quiet-scroll min-h-0 min-w-0 flex-1 overflow-y-auto p-3',
          !query && hasHistory && 'max-lg:hidden',
        )}
      >
        <FoundResults
          query={query}
          search={overlay.search}
          filter={overlay.filter}
          idOf={overlay.idOf}
          listIdOf={overlay.listIdOf}
          active={overlay.activeItem}
          onFilter={overlay.choose}
          onOpen={leave}
        />
      </div>
      {hasHistory && (
        <SearchAside
          className={cx(
            'quiet-scroll min-h-0 overflow-y-auto p-3 max-lg:flex-1 lg:w-79 lg:border-l lg:border-line',
            query && 'max-lg:hidden',
          )}
          history={history}
          active={history.opened.find((one) => one === overlay.activeItem)}
          idOf={(result) => (query ? undefined : overlay.idOf(result))}
          listId={query ? undefined : overlay.listIdOf('opened')}
          onSearch={(next) => {
            overlay.write(next);
            field.current?.focus();
          }}
          onOpen={leave}
          onCleared={() => field.current?.focus()}
        />
      )}
    </div>
  );
}
