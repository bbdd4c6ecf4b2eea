import { communities } from '@vitrine/contract/communities';
import { levels } from '@vitrine/contract/levels';
import { people } from '@vitrine/contract/people';
import { points } from '@vitrine/contract/points';
import { ranking } from '@vitrine/contract/ranking';
import { rewards } from '@vitrine/contract/rewards';
import {
  useAddLevel,
  useChangeLevel,
  useRemoveLevelProduct,
  useAddLevelProducts,
} from '../features/levels/levels.queries.ts';
import {
  useAllowProducts,
  useCreatePoints,
  useDisallowProduct,
  useGivePoints,
  useSaveDaily,
  useUpdatePoints,
} from '../features/points/points.queries.ts';
import { useResetRanking, useToggleRanking } from '../features/ranking/ranking.queries.ts';
import {
  useAddReward,
  useChangeReward,
  useRemoveRewardProduct,
  useAddRewardProducts,
} from '../features/rewards/rewards.queries.ts';
import { testRefreshes } from './refreshes.tsx';

const levelReads = [ranking.list, people.show, points.mine, points.ofMember];

testRefreshes([
  {
    what: 'a new level',
    use: useAddLevel,
    write: levels.create,
    reads: [levels.list, ...levelReads],
  },
  {
    what: 'a changed level',
    use: useChangeLevel,
    write: levels.update,
    reads: [levels.list, ...levelReads],
  },
  {
    what: 'a product that opens a level',
    use: useAddLevelProducts,
    write: levels.addProducts,
    reads: [levels.products, ...levelReads],
  },
  {
    what: 'a product that no longer opens a level',
    use: useRemoveLevelProduct,
    write: levels.removeProduct,
    reads: [levels.products, ...levelReads],
  },
  {
    what: 'the first rules of points',
    use: useCreatePoints,
    write: points.create,
    reads: [points.show, points.mine, points.ofMember, ranking.list],
  },
  {
    what: 'the name of the points',
    use: useUpdatePoints,
    write: points.update,
    reads: [points.show, points.mine, points.ofMember, ranking.list],
  },
  {
    what: 'the daily rules of points',
    use: useSaveDaily,
    write: points.saveDaily,
    reads: [points.show],
  },
  {
    what: 'a product whose members score',
    use: useAllowProducts,
    write: points.addProducts,
    reads: [points.products],
  },
  {
    what: 'a product whose members score no longer',
    use: useDisallowProduct,
    write: points.removeProduct,
    reads: [points.products],
  },
  {
    what: 'points that staff gave',
    use: useGivePoints,
    write: points.give,
    reads: [points.ofMember, ranking.list],
  },
  {
    what: 'the switch of the ranking',
    use: useToggleRanking,
    write: ranking.toggle,
    reads: [ranking.firstCommunity, communities.list, communities.show],
  },
  {
    what: 'a new season of the ranking',
    use: useResetRanking,
    write: ranking.reset,
    reads: [ranking.list, ranking.ownSeason, ranking.seasons, points.mine, points.ofMember],
  },
  { what: 'a new reward', use: useAddReward, write: rewards.create, reads: [rewards.list] },
  {
    what: 'a changed reward',
    use: useChangeReward,
    write: rewards.update,
    reads: [rewards.list, rewards.products],
  },
  {
    what: 'a product that opens a reward',
    use: useAddRewardProducts,
    write: rewards.addProducts,
    reads: [rewards.list, rewards.products],
  },
  {
    what: 'a product that no longer opens a reward',
    use: useRemoveRewardProduct,
    write: rewards.removeProduct,
    reads: [rewards.list, rewards.products],
  },
]);
