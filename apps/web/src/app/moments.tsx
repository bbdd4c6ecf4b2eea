import { levels, type ReachedLevel } from '@vitrine/contract/levels';
import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useReachedLevels } from '../features/levels/levels.queries.ts';
import { useUnseenRewards } from '../features/rewards/rewards.queries.ts';
import { useEvents } from '../kit/events/event-stream.ts';
import { refresh } from '../kit/queries/contract-mutation.ts';

const LevelMoment = lazy(() => import('../features/levels/level-moment.tsx'));
const RewardMoment = lazy(() => import('../features/rewards/reward-moment.tsx'));

type PendingMoment =
  | { key: string; level: ReachedLevel; reward?: never }
  | { key: string; reward: EarnedReward; level?: never };

/** Celebrates each new level and reward that the viewer has not seen, one after another, on any page. */
export default function Moments() {
  const client = useQueryClient();
  const reached = useReachedLevels();
  const unseen = useUnseenRewards();
  const [waiting, setWaiting] = useState<PendingMoment[]>([]);
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const refetch = () => void refresh(client, [levels.mine, rewards.mine, rewards.next]);
  useEvents({ notification: refetch, poll: refetch });

  const all: PendingMoment[] = [
    ...(reached.data ?? []).map((level) => ({ key: `level-${level.id}`, level })),
    ...(unseen.data ?? []).toReversed().map((reward) => ({ key: `reward-${reward.id}`, reward })),
  ];
  const fresh = all.filter(({ key }) => !known.has(key));
  // Waits for both queries, because the level comes first.
  if (fresh.length && !reached.isFetching && !unseen.isFetching) {
    setKnown(new Set([...known, ...fresh.map(({ key }) => key)]));
    setWaiting([...waiting, ...fresh]);
  }
  const [first] = waiting;
  if (!first) return null;
  const close = () => setWaiting(waiting.slice(1));
  return (
    <Suspense>
      {first.level ? (
        <LevelMoment key={first.key} level={first.level} onClose={close} />
      ) : (
        <RewardMoment key={first.key} reward={first.reward} onClose={close} />
      )}
    </Suspense>
  );
}
