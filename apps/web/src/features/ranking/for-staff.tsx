import type { RankingEntry } from '@vitrine/contract/ranking';
import { Link } from 'react-router';
import { useIsAdmin } from '../../platform/site-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { RankingRow } from './ranking-row.tsx';

const MAX_CLIMBERS = 5;

interface ForStaffProps {
  /** The entries of the list. Left out in the ranking of the week, which has no moves. */
  entries?: RankingEntry[] | undefined;
}

/** Staff have no position. They see who rises, and the link to the rules. */
export function ForStaff({ entries }: ForStaffProps) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  return (
    <section
      aria-label={t('Para a equipe')}
      className="quiet-scroll text-16 text-text-2 lg:sticky lg:top-23 lg:-m-1 lg:max-h-[calc(100dvh-108px)] lg:overflow-y-auto lg:p-1"
    >
      {entries && <Climbers entries={entries} />}
      <p className="text-14">{t('Só alunos entram no ranking. A equipe lê e cuida das regras.')}</p>
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

function Climbers({ entries }: { entries: RankingEntry[] }) {
  const { t } = useTranslation();
  const climbers = entries
    .filter(({ move }) => (move ?? 0) > 0)
    .toSorted((one, other) => other.move! - one.move!)
    .slice(0, MAX_CLIMBERS);
  return (
    <div className="mb-6">
      <h2 className="text-18 font-semibold text-text">{t('Subiram desde segunda-feira')}</h2>
      {climbers.length > 0 ? (
        <ol className="ranking-near mt-2">
          {climbers.map((entry) => (
            <RankingRow key={entry.user.id} entry={entry} compact />
          ))}
        </ol>
      ) : (
        <p className="mt-2">
          {t('Entre as pessoas desta lista, ninguém subiu desde segunda-feira.')}
        </p>
      )}
    </div>
  );
}
