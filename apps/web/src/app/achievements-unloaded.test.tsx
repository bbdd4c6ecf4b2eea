import { screen } from '@testing-library/react';
import { levels } from '@vitrine/contract/levels';
import { rewards } from '@vitrine/contract/rewards';
import { expect, test, vi } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import Achievements from './achievements.tsx';

vi.mock('../features/levels/level-achievement.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

vi.mock('../features/rewards/reward-achievement.tsx', () => ({
  default: ({ reward }: { reward: { name: string } }) => <p>{reward.name}</p>,
}));

test('a celebration whose code does not load makes room for the next one', async () => {
  serve(
    [levels.mine, () => [{ id: 5, name: 'Olhar treinado' }]],
    [rewards.mine, () => [{ id: 3, name: 'Vinte aulas' }]],
  );
  visit(<Achievements />, { roles: ['student'] });
  expect(await screen.findByText('Vinte aulas')).toBeVisible();
  expect(screen.queryByText('Esta parte não carregou')).toBeNull();
});
