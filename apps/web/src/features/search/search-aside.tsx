import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import type { OpenedResult, SearchHistory } from './search-history.ts';
import { Result } from './search-results.tsx';

interface SearchAsideProps {
  history: SearchHistory;
  /** The row that the keys chose. */
  active: OpenedResult | undefined;
  idOf: (result: OpenedResult) => string | undefined;
  /** Id of the list of opened results, where the arrow keys choose in it. */
  listId: string | undefined;
  onSearch: (text: string) => void;
  onOpen: (result: OpenedResult) => void;
  /** A list was cleared, and its button went with it. */
  onCleared: () => void;
  className?: string;
}

/** The second column of the search overlay: results opened last, and recent searches. */
export function SearchAside({
  history,
  active,
  idOf,
  listId,
  onSearch,
  onOpen,
  onCleared,
  className,
}: SearchAsideProps) {
  const { t } = useTranslation();
  const { searches, opened } = history;
  const clearWith = (forget: () => void) => () => {
    forget();
    onCleared();
  };
  return (
    <div className={cx('grid content-start gap-4', className)}>
      {opened.length > 0 && (
        <Group
          name={t('Abertos por último')}
          listId={listId}
          onClear={clearWith(history.forgetOpened)}
        >
          {opened.map((result) => (
            <Result
              key={`${result.kind} ${result.id}`}
              id={idOf(result)}
              active={result === active}
              openedAt={result.opened_at ?? null}
              query=""
              result={result}
              onOpen={() => onOpen(result)}
            />
          ))}
        </Group>
      )}
      {searches.length > 0 && (
        <Group name={t('Buscas recentes')} onClear={clearWith(history.forgetSearches)}>
          {searches.map((text) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => onSearch(text)}
                className="flex min-h-11 w-full items-center gap-3 rounded-card px-3 text-left text-16 text-text hover:bg-hover"
              >
                <History
                  size={18}
                  strokeWidth={1.75}
                  className="shrink-0 text-text-2"
                  aria-hidden="true"
                />
                <span className="min-w-0 truncate">{text}</span>
              </button>
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

interface GroupProps {
  name: string;
  listId?: string | undefined;
  onClear: () => void;
  children: ReactNode;
}

function Group({ name, listId, onClear, children }: GroupProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={name} className="min-w-0">
      <div className="flex items-center justify-between px-3">
        <h2 className="text-14 font-semibold text-text-2">{name}</h2>
        <button
          type="button"
          onClick={onClear}
          className="min-h-11 text-14 text-text-2 hover:text-text"
        >
          {t('Apagar')}
          <span className="sr-only"> {name}</span>
        </button>
      </div>
      <ul {...(listId && { id: listId, role: 'listbox', 'aria-label': name })}>{children}</ul>
    </section>
  );
}
