import { pages } from '@vitrine/contract/pages';
import type { EarnedReward } from '@vitrine/contract/rewards';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Moment } from '../../kit/celebrations/moment.tsx';
import { useOwnScore } from '../../kit/points/own-score.ts';
import { WayToNextLevel } from '../../kit/points/way-to-next-level.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMarkSeen } from './rewards.queries.ts';

interface RewardMomentProps {
  reward: EarnedReward;
  onClose: () => void;
}

/** One reward on the whole screen (picture 11). */
export default function RewardMoment({ reward, onClose }: RewardMomentProps) {
  const { t } = useTranslation();
  const { mutate } = useMarkSeen();
  const navigate = useNavigate();
  const score = useOwnScore();
  const { id, song, animation, name, description, deliverables } = reward;
  useEffect(() => mutate({ params: { id } }), [id, mutate]);

  const labels = {
    file: t('Arquivo'),
    link: t('Link'),
    insignia: t('Insígnia'),
    embed: t('Vídeo'),
    product: t('Produto'),
  };
  const kinds = [...new Set(deliverables.map(({ type }) => labels[type]))];
  return (
    <Moment
      lead={t('Você conquistou uma recompensa')}
      title={name}
      text={description}
      {...{ animation, song, onClose }}
      action={{
        label: t('Ver recompensa'),
        onAct: () => {
          onClose();
          void navigate(pages.rewards.path);
        },
      }}
    >
      {kinds.length > 0 && <p className="mt-4 text-14 text-white/85">{kinds.join(' · ')}</p>}
      <WayToNextLevel score={score} />
    </Moment>
  );
}
