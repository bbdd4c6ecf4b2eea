import { limits, searchKinds, type SearchCount, type SearchKind } from '@vitrine/contract/search';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { kindLabels } from './search-results.tsx';

/** All kinds, one kind, or the settings that staff find. */
export type SearchFilter = 'tudo' | SearchKind | 'setting';

/** The number of results of a filter. */
export interface FilterCount {
  count: number;
  /** The server counted no further. */
  more: boolean;
}

/** The number of results of each filter. A filter without results is absent. */
export function filterCounts(
  counts: readonly SearchCount[],
  settings: number,
): Map<SearchFilter, FilterCount> {
  const filters = new Map<SearchFilter, FilterCount>();
  const all = {
    count: counts.reduce((sum, { count }) => sum + count, settings),
    more: counts.some(({ more }) => more),
  };
  if (all.count > 0) filters.set('tudo', all);
  for (const kind of searchKinds) {
    const found = counts.find((one) => one.kind === kind);
    if (found) filters.set(kind, found);
  }
  if (settings > 0) filters.set('setting', { count: settings, more: false });
  return filters;
}

interface SearchFiltersProps {
  /** Null before the answer: then all kinds are shown, without counts. */
  counts: Map<SearchFilter, FilterCount> | null;
  value: SearchFilter;
  onValueChange: (filter: SearchFilter) => void;
  className?: string;
}

/** The filters with their counts. The chosen one stays when it has no results any more. */
export function SearchFilters({ counts, value, onValueChange, className }: SearchFiltersProps) {
  const { t } = useTranslation();
  const filters: SearchFilter[] = ['tudo', ...searchKinds, 'setting'];
  return (
    <Tabs<SearchFilter>
      label={t('Tipo')}
      value={value}
      onValueChange={onValueChange}
      className={className}
      tabs={filters
        .filter(
          (filter) =>
            filter === 'tudo' ||
            filter === value ||
            (counts ? counts.has(filter) : filter !== 'setting'),
        )
        .map((filter) => ({
          value: filter,
          label: filter === 'tudo' ? t('Tudo') : t(kindLabels[filter]),
          ...(counts && (counts.get(filter) ?? { count: 0 })),
        }))}
    />
  );
}

/** 'Ver as 14': leads to all results of a filter. Beyond the server's count, 'Ver as 50+'. */
export function useSeeAll() {
  const { t, number } = useTranslation();
  return (filter: SearchFilter, { count, more }: FilterCount) => {
    const total = more ? `${number(Math.max(count, limits.counted))}+` : number(count);
    if (filter === 'tudo') return t('Ver todos os {{total}}', { total });
    return feminine.has(filter)
      ? t('Ver as {{total}}', { total })
      : t('Ver os {{total}}', { total });
  };
}

const feminine = new Set<SearchFilter>(['lesson', 'post', 'person']);
