import { useQueryClient } from '@tanstack/react-query';
import { pages } from '@vitrine/contract/pages';
import type { EarnedReward } from '@vitrine/contract/rewards';
import { lessonHref } from '@vitrine/contract/urls';
import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { accessReads } from '../../kit/access-reads.ts';
import { Achievement } from '../../kit/celebrations/achievement.tsx';
import { useOwnScore } from '../../kit/points/own-score.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useMyCourses } from '../me/me.queries.ts';
import { gainedWith } from './gained-with.ts';
import { RewardFacts } from './reward-facts.tsx';
import { useMarkSeen } from './rewards.queries.ts';

interface RewardAchievementProps {
  reward: EarnedReward;
  onClose: () => void;
}

/** A reward on the whole screen. */
export default function RewardAchievement({ reward, onClose }: RewardAchievementProps) {
  const { t } = useTranslation();
  const { mutate } = useMarkSeen();
  const score = useOwnScore();
  const nextLesson = useNextLesson();
  const { id, song, animation, name, description, deliverables } = reward;
  useEffect(() => mutate({ params: { id } }), [id, mutate]);
  useOpenedThings(deliverables.some(({ type }) => type === 'product'));
  return (
    <Achievement
      lead={t('Você conquistou uma recompensa')}
      title={name}
      text={description}
      animation={animation}
      song={song}
      onClose={onClose}
      actions={
        <>
          <Link to={pages.rewards.path} className={buttonClass('primary', 'lg')} onClick={onClose}>
            {t('Ver recompensa')}
          </Link>
          {nextLesson && (
            <Link
              to={nextLesson}
              className={`${buttonClass('secondary', 'lg')} achievement-quiet`}
              onClick={onClose}
            >
              {t('Próxima aula')}
              <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          )}
        </>
      }
    >
      <RewardFacts deliverables={deliverables} gained={gainedWith(reward, score)} score={score} />
    </Achievement>
  );
}

/** A product opens things that cached answers still show as locked. */
function useOpenedThings(hasProduct: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (hasProduct) void refresh(client, accessReads);
  }, [client, hasProduct]);
}

/** The lesson to continue, unless the viewer is on it. */
function useNextLesson(): string | null {
  const { pathname } = useLocation();
  const course = useMyCourses('').items.find(({ next_lesson }) => next_lesson);
  if (!course) return null;
  const { id, title } = course.next_lesson!;
  const href = lessonHref(course.id, title, id);
  return href === pathname ? null : href;
}
