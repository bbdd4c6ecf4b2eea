import { LateSelect } from '../../ui/late-select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { seasonDates, useSeasons } from './seasons.ts';

interface SeasonSelectProps {
  /** Undefined means the first one. */
  value: number | undefined;
  onChange: (season: number | undefined) => void;
  /** Leaves out the current season. */
  past?: boolean;
}

/** Selects a season, the current one first. Renders nothing if there is only one. */
export function SeasonSelect({ value, onChange, past = false }: SeasonSelectProps) {
  const { t, i18n } = useTranslation();
  const seasons = (useSeasons().data ?? []).filter(({ ended_at }) => !past || ended_at);
  const [first] = seasons;
  if (!first || seasons.length < 2) return null;
  return (
    <LateSelect
      className="w-full sm:w-72"
      label={t('Temporada')}
      value={value ?? first.id}
      options={seasons.map(({ id, started_at, ended_at }) => ({
        value: id,
        label: ended_at ? seasonDates(started_at, ended_at, i18n.language) : t('Esta temporada'),
      }))}
      onValueChange={(id) => onChange(id === first.id ? undefined : id)}
    />
  );
}
