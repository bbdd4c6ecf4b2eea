import { useQueryClient } from '@tanstack/react-query';
import { levels, type ReachedLevel } from '@vitrine/contract/levels';
import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useReachedLevels } from '../features/levels/levels.queries.ts';
import { useUnseenRewards } from '../features/rewards/rewards.queries.ts';
import { useEvents } from '../kit/events/event-stream.ts';
import { refresh } from '../kit/queries/contract-mutation.ts';
import { LatePart } from '../ui/late-part.tsx';

type PendingAchievement =
  | { key: string; level: ReachedLevel; reward?: never }
  | { key: string; reward: EarnedReward; level?: never };

/**
 * Celebrates each new level and reward that the viewer has not seen, one after another, on any page. A
 * celebration waits for the end of a full screen, which would cover it.
 */
export default function Achievements() {
  const client = useQueryClient();
  const reachedLevels = useReachedLevels();
  const unseenRewards = useUnseenRewards();
  const [queue, setQueue] = useState<PendingAchievement[]>([]);
  const [queuedKeys, setQueuedKeys] = useState<ReadonlySet<string>>(new Set());
  const refetch = () => void refresh(client, [levels.mine, rewards.mine, rewards.next]);
  useEvents({ notification: refetch, poll: refetch });

  const achievements: PendingAchievement[] = [
    ...(reachedLevels.data ?? []).map((level) => ({ key: `level-${level.id}`, level })),
    ...(unseenRewards.data ?? [])
      .toReversed()
      .map((reward) => ({ key: `reward-${reward.id}`, reward })),
  ];
  const newAchievements = achievements.filter(({ key }) => !queuedKeys.has(key));
  // Waits for both queries, because the level comes first.
  if (newAchievements.length && !reachedLevels.isFetching && !unseenRewards.isFetching) {
    setQueuedKeys(new Set([...queuedKeys, ...newAchievements.map(({ key }) => key)]));
    setQueue([...queue, ...newAchievements]);
  }
  const isFullScreen = useSyncExternalStore(followFullScreen, hasFullScreen);
  const [first] = queue;
  if (!first || isFullScreen) return null;
  const close = () => setQueue(queue.slice(1));
  // Without its code, a celebration leaves its turn to the next one. It shows on a later page.
  const renderError = () => <Skipped onSkip={close} />;
  if (first.level)
    return (
      <LatePart
        key={first.key}
        load={() => import('../features/levels/level-achievement.tsx')}
        renderError={renderError}
      >
        {(LevelAchievement) => <LevelAchievement level={first.level} onClose={close} />}
      </LatePart>
    );
  return (
    <LatePart
      key={first.key}
      load={() => import('../features/rewards/reward-achievement.tsx')}
      renderError={renderError}
    >
      {(RewardAchievement) => <RewardAchievement reward={first.reward} onClose={close} />}
    </LatePart>
  );
}

const hasFullScreen = () => Boolean(document.fullscreenElement);

function followFullScreen(changed: () => void) {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

function Skipped({ onSkip }: { onSkip: () => void }) {
  const skip = useEffectEvent(onSkip);
  useEffect(() => skip(), []);
  return null;
}
