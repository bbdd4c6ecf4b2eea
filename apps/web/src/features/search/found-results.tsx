import { QueryError } from '../../kit/queries/query-error.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSeeAll, type SearchFilter } from './search-filters.tsx';
import { kindLabels, Result, SlipNote, type FoundItem } from './search-results.tsx';
import type { useGroupedResults } from './use-grouped-results.ts';

interface FoundResultsProps {
  /** The searched text. Empty before somebody types. */
  query: string;
  search: ReturnType<typeof useGroupedResults>;
  filter: SearchFilter;
  onFilter: (filter: SearchFilter) => void;
  /** The result that Enter opens. */
  active: FoundItem | undefined;
  idOf: (result: FoundItem) => string;
  /** Id of the list of a kind. */
  listIdOf: (kind: FoundItem['kind']) => string;
  onOpen: (result: FoundItem) => void;
}

/** The results by kind, or the text that replaces them. */
export function FoundResults({ query, search, filter, onFilter, ...props }: FoundResultsProps) {
  const { t } = useTranslation();
  const { groups, counts, results } = search;
  const seeAll = useSeeAll();
  if (!query)
    return (
      <p className="px-3 py-4 text-16 text-text-2">
        {t('Busque cursos, módulos, aulas, publicações e pessoas. Acentos não importam.')}
      </p>
    );
  return (
    <>
      {search.failed && results.length === 0 && (
        <QueryError className="pt-10" query={search.failed} title={t('A busca não funcionou')} />
      )}
      {search.isPending && results.length === 0 && <Skeleton shape="row" count={4} />}
      {search.isEmpty && (
        <p className="px-3 py-6 text-16 text-text-2">
          {t('Nada encontrado para {{query}}.', { query })}
        </p>
      )}
      <SlipNote results={search.found} query={query} />
      {groups.map((group) => {
        const count = counts.get(group.kind);
        const hasMore = filter === 'tudo' && count && count.count > group.results.length;
        return (
          <ResultGroup
            key={group.kind}
            {...group}
            {...props}
            query={query}
            seeAll={hasMore ? seeAll(group.kind, count) : null}
            onSeeAll={() => onFilter(group.kind)}
          />
        );
      })}
    </>
  );
}

interface ResultGroupProps {
  kind: FoundItem['kind'];
  results: readonly FoundItem[];
  query: string;
  /** The result that Enter opens. */
  active: FoundItem | undefined;
  idOf: (result: FoundItem) => string;
  listIdOf: (kind: FoundItem['kind']) => string;
  /** The text of the button that shows all results of this kind. Null if they are all here. */
  seeAll: string | null;
  onSeeAll: () => void;
  onOpen: (result: FoundItem) => void;
}

function ResultGroup({ kind, results, query, active, idOf, listIdOf, ...props }: ResultGroupProps) {
  const { t } = useTranslation();
  const name = t(kindLabels[kind]);
  if (!results.length) return null;
  return (
    <section aria-label={name}>
      <div className="flex min-h-11 items-end justify-between gap-4 px-3 pb-1 text-14">
        <h2 className="font-semibold text-text-2">{name}</h2>
        {props.seeAll && (
          <button
            type="button"
            onClick={props.onSeeAll}
            className="touch-target relative text-text-2 hover:text-text"
          >
            {props.seeAll}
            <span className="sr-only"> {name}</span>
          </button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its options are links */}
      <ul id={listIdOf(kind)} role="listbox" aria-label={name}>
        {results.map((result) => (
          <Result
            key={`${result.kind} ${result.id}`}
            id={idOf(result)}
            active={result === active}
            result={result}
            query={query}
            onOpen={() => props.onOpen(result)}
          />
        ))}
      </ul>
    </section>
  );
}
