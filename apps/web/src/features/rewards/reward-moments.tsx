import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useEvents } from '../../kit/events/event-stream.ts';
import { refresh } from '../../kit/queries/contract-mutation.ts';
import { useUnseenRewards } from './rewards.queries.ts';

const RewardMoment = lazy(() => import('./reward-moment.tsx'));

/** Shows each reward that was earned and not seen, one after the other, wherever one is. */
export default function RewardMoments() {
  const client = useQueryClient();
  const unseen = useUnseenRewards();
  const [waiting, setWaiting] = useState<EarnedReward[]>([]);
  const [known, setKnown] = useState<ReadonlySet<number>>(new Set());
  const look = () => void refresh(client, [rewards.mine, rewards.next]);
  useEvents({ notification: look, poll: look });

  const fresh = (unseen.data ?? []).filter(({ id }) => !known.has(id)).toReversed();
  if (fresh.length) {
    setKnown(new Set([...known, ...fresh.map(({ id }) => id)]));
    setWaiting([...waiting, ...fresh]);
  }
  const [reward] = waiting;
  if (!reward) return null;
  return (
    <Suspense>
      <RewardMoment key={reward.id} reward={reward} onClose={() => setWaiting(waiting.slice(1))} />
    </Suspense>
  );
}
