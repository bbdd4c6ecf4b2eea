import type { NextReward } from '@vitrine/contract/rewards';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/translation.ts';
import { useOwnScore } from '../points/own-score.ts';

/** One sentence about what the viewer must still do for the reward. */
export function HowToEarn({ reward: { criteria, missing, thing } }: { reward: NextReward }) {
  const { t, number } = useTranslation();
  const name = useOwnScore()?.points_name;
  const left = (count: number) =>
    name
      ? t('Falta {{number}} {{name}}.|Faltam {{number}} {{name}}.', {
          count,
          number: number(count),
          name,
        })
      : t('Falta {{number}} ponto.|Faltam {{number}} pontos.', { count, number: number(count) });
  return (
    <>
      {criteria === 'score' &&
        (missing ? left(missing) : t('Você chegou lá: ela vem com a sua próxima ação.'))}
      {criteria === 'lesson' && (thing ? t('Conclua a aula') : t('Conclua uma aula.'))}
      {criteria === 'quiz' && (thing ? t('Passe na avaliação') : t('Passe em uma avaliação.'))}{' '}
      {thing && (
        <Link to={thing.url} className="font-semibold text-text underline">
          {thing.title}
        </Link>
      )}
    </>
  );
}
