import type { ReachedLevel } from '@vitrine/contract/levels';
import { useEffect } from 'react';
import { Achievement } from '../../kit/celebrations/achievement.tsx';
import { useOwnScore } from '../../kit/points/own-score.ts';
import { WayToNextLevel } from '../../kit/points/way-to-next-level.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMarkLevelSeen } from './levels.queries.ts';

/** A reached level on the whole screen, like a reward. */
export default function LevelAchievement({
  level,
  onClose,
}: {
  level: ReachedLevel;
  onClose: () => void;
}) {
  const { t, number } = useTranslation();
  const { mutate } = useMarkLevelSeen();
  const score = useOwnScore();
  const { id, name, animation, needed_score } = level;
  useEffect(() => mutate({ params: { id } }), [id, mutate]);
  const word = score?.points_name || t('pontos');
  return (
    <Achievement
      lead={t('Você chegou a um novo nível')}
      title={name}
      text={t('Este nível começa em {{points}}.', { points: `${number(needed_score)} ${word}` })}
      animation={animation}
      onClose={onClose}
    >
      <WayToNextLevel score={score} className="mx-auto mt-6 max-w-80" />
    </Achievement>
  );
}
