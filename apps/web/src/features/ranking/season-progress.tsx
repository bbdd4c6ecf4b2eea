import type { OwnSeason } from '@vitrine/contract/ranking';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { perLanguage } from '../../ui/per-language.ts';
import { SkeletonBlock } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import type { useOwnSeason } from './ranking.queries.ts';

interface SeasonProgressProps {
  season: ReturnType<typeof useOwnSeason>;
  period: 'week' | undefined;
  pointsName: string;
}

/** The viewer's way through the season or the week, as a small plot of the score. */
export function SeasonProgress({ season, ...props }: SeasonProgressProps) {
  const { t } = useTranslation();
  if (season.isLoadingError)
    return (
      <div className="mt-4 grid justify-items-start gap-2">
        <InlineError title={t('Seu caminho não carregou')}>{season.error.message}</InlineError>
        <Button busy={season.isFetching} onClick={() => void season.refetch()}>
          {t('Tentar de novo')}
        </Button>
      </div>
    );
  if (!season.data) return <SkeletonBlock className="mt-4 h-27 rounded-card" />;
  const { way } = season.data.data;
  // One day is no way yet.
  return way.length > 1 && <Plot way={way} {...props} />;
}

const WIDTH = 100;
const HEIGHT = 40;

/** '29 de nov.' */
const day = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

type PlotProps = Omit<SeasonProgressProps, 'season'> & { way: OwnSeason['way'] };

function Plot({ way, period, pointsName }: PlotProps) {
  const { t, i18n, number } = useTranslation();
  const top = Math.max(1, ...way.map(({ score }) => score));
  const points = way.map(({ score }, step) => {
    const x = (step / (way.length - 1)) * WIDTH;
    return [x, HEIGHT - (Math.max(0, score) / top) * HEIGHT] as const;
  });
  const line = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  const first = way[0]!;
  const last = way.at(-1)!;
  const date = day(i18n.language).format(new Date(first.at));
  const pointsOf = ({ score }: typeof first) => `${number(score)} ${pointsName}`;
  const values = { date, before: pointsOf(first), now: pointsOf(last) };
  return (
    <figure className="mt-4">
      <div
        role="img"
        aria-label={
          period
            ? t('Seu caminho na semana: {{before}} em {{date}}, {{now}} hoje', values)
            : t('Seu caminho na temporada: {{before}} em {{date}}, {{now}} hoje', values)
        }
        className="ranking-way"
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
          <polyline points={line} />
        </svg>
        <i style={{ top: `${(points.at(-1)![1] / HEIGHT) * 100}%` }} aria-hidden="true" />
      </div>
      <figcaption
        aria-hidden="true"
        className="mt-2 flex justify-between gap-3 text-13 text-text-3 tabular-nums"
      >
        <span>
          {date}, {values.before}
        </span>
        <span>
          {t('hoje')}, {values.now}
        </span>
      </figcaption>
    </figure>
  );
}
