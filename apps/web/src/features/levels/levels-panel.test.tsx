import { levels, type Level } from '@vitrine/contract/levels';
import { products } from '@vitrine/contract/products';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import LevelsPanel from './levels-panel.tsx';

const level: Level = {
  id: 5,
  tenant_id: 1,
  name: 'Olhar',
  needed_score: 10,
  color: '#ffb238',
  img: null,
  url_img: null,
  show_level_on_profile: 1,
  show_score_on_profile: 1,
  animation: 'none',
};

beforeEach(() => localStorage.clear());

async function raiseTo(score: string, down: number) {
  const sent = serve(
    [levels.list, () => [level]],
    [levels.products, () => [{ id: 31, plan_id: 3, level_id: 5, plan: { title: 'Estúdio' } }]],
    [products.list, () => [{ id: 3, title: 'Estúdio', status: 'active' }]],
    [levels.effect, () => ({ data: { down } })],
    [levels.update, () => ({ message: 'Nível atualizado com sucesso.', data: level })],
  );
  const { user } = visit(<LevelsPanel />, { at: '/homepage?editar=gamificacao/niveis/5' });
  const field = await screen.findByLabelText('Pontos para chegar');
  await user.clear(field);
  await user.type(field, score);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const saved = () => sent.filter(({ name }) => name === 'levels.update');
  return { user, saved, asked: () => sent.filter(({ name }) => name === 'levels.effect') };
}

test('a higher threshold says how many students fall, before anything is saved', async () => {
  const { user, saved } = await raiseTo('40', 37);
  const question = await screen.findByRole('dialog', { name: '37 alunos descem de nível' });
  expect(saved()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(screen.queryByText('Falha ao atualizar o nível! Tente novamente.')).toBeNull();
  expect(saved()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar mesmo assim' }));
  await waitFor(() => expect(saved()).toHaveLength(1));
});

test('where nobody falls, it saves at once', async () => {
  const { saved } = await raiseTo('40', 0);
  await waitFor(() => expect(saved()).toHaveLength(1));
});

test('a lower threshold asks nothing', async () => {
  const { saved, asked } = await raiseTo('4', 37);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(asked()).toEqual([]);
});
