import { member, type PersonalTable } from './personal-table.ts';

/** Tables of the points, rewards and levels of a member. */
export const pointsTables: readonly PersonalTable[] = [
  {
    table: 'point_entries',
    // The title of a post, or its first words, may name its author.
    holds: { member_id: 'cascade', thing_title: 'forgotten' },
    exported: {
      group: 'points',
      title: 'Pontos ganhos',
      key: ['id'],
      columns: { action: 'Ação', points: 'Pontos', at: 'Quando' },
    },
  },
  {
    table: 'point_scores',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Pontuação',
      key: ['season_id'],
      columns: { season_id: 'Temporada', score: 'Pontos' },
    },
  },
  // A job takes a removed member's row out.
  { table: 'point_totals', holds: member('number') },
  { table: 'point_score_moves', holds: member('number') },
  {
    table: 'reward_earnings',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Recompensas',
      key: ['reward_id'],
      columns: { reward: 'Recompensa', earned_at: 'Quando' },
    },
  },
  {
    table: 'level_reaches',
    holds: member('cascade'),
    exported: {
      group: 'points',
      title: 'Níveis',
      key: ['level_id'],
      columns: { level_id: 'Nível', reached_at: 'Quando' },
    },
  },
];
