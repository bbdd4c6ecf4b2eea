import { NO_PROFILE, type QuizResults } from '@vitrine/contract/quizzes';
import { ChevronRight } from 'lucide-react';
import { cx } from '../../../../ui/cx.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { percentOf } from '../../quiz-facts.ts';
import './answer-results.css';

interface ProfileResultsProps {
  results: Pick<QuizResults, 'profiles' | 'members'>;
  /** The key of the profile whose students are listed, or `NO_PROFILE`. */
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

/**
 * The number of students of each profile, the most common first. A profile leads to its students.
 */
export function ProfileResults({
  results: { profiles, members },
  chosen,
  onChoose,
}: ProfileResultsProps) {
  const { t } = useTranslation();
  return (
    <section className="mt-10" aria-label={t('Perfis')}>
      <h2 className="text-16 font-semibold">{t('Perfis')}</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {rowsOf(profiles, members, t('Sem perfil')).map(
          ({ key, title, members: having, share }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={key === chosen}
                disabled={having === 0}
                onClick={() => onChoose(key === chosen ? null : key)}
                className={cx(
                  'profile-tally enabled:hover:bg-hover',
                  key === chosen && 'bg-accent-soft',
                )}
              >
                <ProfileShare title={title} share={share} having={having} />
                <ChevronRight
                  size={16}
                  strokeWidth={1.75}
                  className={cx('shrink-0 text-text-3', having === 0 && 'invisible')}
                  aria-hidden="true"
                />
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/**
 * The most common profile comes first. A student without answers, or with a removed profile, has
 * none.
 */
function rowsOf(profiles: QuizResults['profiles'], members: number, withoutTitle: string) {
  const without = members - profiles.reduce((sum, profile) => sum + profile.members, 0);
  const ranked = profiles.toSorted((one, other) => other.members - one.members);
  return without > 0
    ? [
        ...ranked,
        { key: NO_PROFILE, title: withoutTitle, members: without, share: without / members },
      ]
    : ranked;
}

interface ProfileShareProps {
  title: string;
  share: number;
  having: number;
}

function ProfileShare({ title, share, having }: ProfileShareProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className="profile-tally-title">{title}</span>
      <span className="answer-bar profile-tally-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="profile-tally-count">
        {t('{{count}} aluno|{{count}} alunos', { count: having })}
      </span>
      <b className="w-12 shrink-0 text-right font-semibold tabular-nums">{percentOf(t, share)}</b>
    </>
  );
}
