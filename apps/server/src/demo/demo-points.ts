import { LevelInput } from '@vitrine/contract/levels';
import { PointsInput } from '@vitrine/contract/points';
import { RewardChange } from '@vitrine/contract/rewards';
import * as z from 'zod/mini';
import { addLevel, addLevelProducts } from '../features/levels/levels.store.ts';
import { addPointsProducts, createPoints } from '../features/points/points.store.ts';
import { addReward } from '../features/rewards/rewards.store.ts';
import type { TenantTransaction } from '../platform/database.ts';

const levels = [
  { name: 'Curioso', needed_score: 0, color: '#8FA3BF', animation: 'levelUpBronze' },
  { name: 'Olhar treinado', needed_score: 50, color: '#FFB238', animation: 'levelUpSilver' },
  { name: 'Mestre da luz', needed_score: 250, color: '#F2786B', animation: 'levelUpGold' },
];

/** Adds the scores of actions, and the levels. Call it before any action that scores. */
export async function addDemoPoints(tx: TenantTransaction, productIds: number[]) {
  await createPoints(
    tx,
    z.parse(PointsInput, {
      custom_name: 'Fótons',
      platform: {
        login: 1,
        watch_class: 2,
        finish_class: 10,
        finish_module: 20,
        finish_course: 50,
        comment_class: 5,
        like_class: 1,
      },
      community: { score_posts: 15, score_comments: 5, score_replies: 5, score_likes: 1 },
    }),
  );
  await addPointsProducts(tx, productIds);
  for (const level of levels) {
    const shown = { ...level, show_level_on_profile: 1, show_score_on_profile: 1 };
    const { id } = await addLevel(tx, z.parse(LevelInput, shown));
    await addLevelProducts(tx, id, productIds, { putBack: false });
  }
}

/** Adds a reward of each criterion: score, quiz and lesson (contract, decision 8). */
export async function addDemoRewards(
  tx: TenantTransaction,
  { productIds, quizId }: { productIds: number[]; quizId: number },
) {
  const shared = { plansSelected: productIds };
  await addReward(tx, {
    name: 'Presets da hora dourada',
    ...z.parse(RewardChange, {
      ...shared,
      description: 'Seis ajustes de cor que a Ana usa no fim da tarde.',
      criteria: 'score',
      needed_score: 80,
      links: ['https://contraluz.example.com/presets'],
      animation: 'reward',
      song: 'harpa',
    }),
  });
  await addReward(tx, {
    name: 'Quem lê a luz',
    ...z.parse(RewardChange, {
      ...shared,
      description: 'Para quem passou na primeira avaliação.',
      criteria: 'quiz',
      quiz: quizId,
      animation: 'trofeu',
      song: 'fanfarra',
    }),
  });
}
