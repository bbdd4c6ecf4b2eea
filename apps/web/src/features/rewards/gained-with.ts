import type { Entry, Score } from '@vitrine/contract/points';
import type { EarnedReward } from '@vitrine/contract/rewards';

/** Maximum time between the events of one action. */
const ACTION_MS = 2_000;

/** The points of the action that a reward was earned by. */
export function gainedWith({ earned_at }: EarnedReward, score: Score | undefined): number {
  const at = new Date(earned_at).getTime();
  const isOfAction = (when: Entry['at']) => Math.abs(new Date(when).getTime() - at) <= ACTION_MS;
  return (score?.ledger ?? [])
    .filter((entry) => isOfAction(entry.at))
    .reduce((sum, { points }) => sum + points, 0);
}
