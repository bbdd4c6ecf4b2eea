import type { RankingEntry } from '@vitrine/contract/ranking';
import { Link } from 'react-router';
import { useSeasons } from '../../kit/points/seasons.ts';
import { useIsAdmin } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { Place } from './place-row.tsx';

const MAX_CLIMBERS = 5;

interface ForStaffProps {
  /** The entries of the list. */
  entries: RankingEntry[];
}

/** Staff have no place: who climbs, since when the season runs, and the way to its rules. */
export function ForStaff({ entries }: ForStaffProps) {
  const { t, i18n } = useTranslation();
  const isAdmin = useIsAdmin();
  const running = useSeasons().data?.find(({ ended_at }) => ended_at === null);
  const climbers = entries
    .filter(({ move }) => (move ?? 0) > 0)
    .toSorted((one, other) => other.move! - one.move!)
    .slice(0, MAX_CLIMBERS);
  return (
    <section aria-label={t('Para a equipe')} className="text-16 text-text-2 lg:sticky lg:top-24">
      <h2 className="text-18 font-semibold text-text">{t('Subiram desde segunda-feira')}</h2>
      {climbers.length > 0 ? (
        <ol className="ranking-near mt-2">
          {climbers.map((entry) => (
            <Place key={entry.user.id} entry={entry} compact />
          ))}
        </ol>
      ) : (
        <p className="mt-2">
          {t('Entre as pessoas desta lista, ninguém subiu desde segunda-feira.')}
        </p>
      )}
      <p className="mt-6 text-14">
        {running && (
          <>
            {t('Temporada em curso desde {{date}}.', {
              date: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(
                new Date(running.started_at),
              ),
            })}{' '}
          </>
        )}
        {t('Só alunos entram no ranking. A equipe lê e cuida das regras.')}
      </p>
      {isAdmin && (
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Link to="?editar=gamificacao/pontuacao" className={buttonClass('primary')}>
            {t('Mudar a pontuação')}
          </Link>
          <Link to="?editar=gamificacao/ranking" className="ranking-origin">
            {t('Ajustes do ranking')}
          </Link>
        </p>
      )}
    </section>
  );
}
