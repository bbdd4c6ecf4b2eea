import { pages } from '@vitrine/contract/pages';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { HowToEarn } from '../../kit/rewards/how-to-earn.tsx';
import { Medal } from '../../kit/rewards/medal.tsx';
import { dayAndMonth } from '../../platform/dates.ts';
import { useTranslation } from '../../ui/translation.ts';
import { useMyRewards, useNextRewards } from '../rewards/rewards.queries.ts';

/** Maximum number of rewards here. The page of rewards lists all. */
const MAX_REWARDS = 6;

/** The earned rewards and the next one. Renders nothing where the school has none. */
export function RewardsSection() {
  const { t, i18n } = useTranslation();
  const rewards = useMyRewards().data ?? [];
  const next = useNextRewards().data ?? [];
  if (rewards.length + next.length === 0) return null;
  return (
    <section aria-labelledby="rewards">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="rewards" className="text-18 font-semibold text-text">
          {t(pages.rewards.title)}
        </h2>
        <p className="text-14 text-text-2">
          {t('{{count}} de {{all}}', { count: rewards.length, all: rewards.length + next.length })}
        </p>
        <Link
          to={pages.rewards.path}
          className="touch-target ml-auto flex min-h-6 items-center gap-1 text-14 text-text hover:underline"
        >
          {t('Ver todas')}
          <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
        </Link>
      </div>
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-x-4 gap-y-6">
        {rewards.slice(0, MAX_REWARDS).map(({ id, img, name, earned_at }) => (
          <Reward key={id} img={img} name={name} earned>
            {dayAndMonth(earned_at, i18n.language)}
          </Reward>
        ))}
        {next.slice(0, Math.max(0, MAX_REWARDS - rewards.length)).map((reward) => (
          <Reward key={reward.id} img={reward.img} name={reward.name}>
            <HowToEarn reward={reward} />
          </Reward>
        ))}
      </ul>
    </section>
  );
}

interface RewardProps {
  img: string | null;
  name: string;
  earned?: boolean;
  children: ReactNode;
}

const Reward = ({ img, name, earned, children }: RewardProps) => (
  <li className="min-w-0">
    <Medal img={img} earned={earned} />
    <p className="mt-3 text-14 font-semibold wrap-anywhere text-text">{name}</p>
    <p className="mt-0.5 text-14 wrap-anywhere text-text-2">{children}</p>
  </li>
);
