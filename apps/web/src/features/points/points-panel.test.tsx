import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Permission } from '@vitrine/contract/gamification';
import { points, Parameters, type Action, type Preview } from '@vitrine/contract/points';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import PointsPanel from './points-panel.tsx';

const rule = { enable: 0, needed_interaction: 0, plus_user_score: 0 } as const;
const each = <T,>(names: readonly string[], value: T) =>
  Object.fromEntries(names.map((name) => [name, value]));
const platform = [
  'login',
  'watch_class',
  'finish_class',
  'finish_module',
  'finish_course',
  'comment_class',
  'like_class',
];
const community: Action[] = ['post', 'comment', 'reply', 'like'];
const parameters = (custom_name = '') =>
  ({
    platform: each(platform, 0),
    community: {
      custom_name,
      ...each(['score_posts', 'score_comments', 'score_replies', 'score_likes'], 0),
    },
    per_day: {
      community_settings: each(community, rule),
      platform_settings: each(platform.slice(1), rule),
    },
  }) as unknown as Parameters;

beforeEach(() => localStorage.clear());

const product = 'Formação completa em fotografia de natureza';

const comparison: Preview['comparison'] = {
  half: { saved: 260, tried: 410 },
  level: {
    level: { id: 1, name: 'Semente', color: '#fff', url_img: null, needed_score: 1 },
    members: { saved: 12, tried: 41 },
  },
  climber: { user: { id: 8, name: 'Dona Aparecida', photo_url: null }, saved: 8, tried: 5 },
  plot: { step: 10, saved: [3, 1, 0], tried: [1, 2, 1] },
};

type ServedCalls = typeof serve extends (...calls: infer Calls) => unknown ? Calls : never;

function open(
  saved: Parameters | (() => unknown),
  allowed: Permission[] = [],
  tried: () => unknown = () => ({}),
  ...more: ServedCalls
) {
  const sent = serve(
    ...more,
    [points.show, typeof saved === 'function' ? saved : () => saved],
    [points.products, () => allowed],
    [products.list, () => [{ id: 3, title: product, status: 'active', members_count: 2 }]],
    [points.saveDaily, () => ({ message: '', data: saved })],
    [points.create, () => ({ message: 'Pontuação criada com sucesso.', data: saved })],
    [points.update, () => ({ message: 'Pontuação atualizada com sucesso.', data: saved })],
    [
      points.yesterday,
      () => ({
        data: [
          {
            action: 'finish_class',
            user: { id: 9, name: 'Marina Rocha', photo_url: null },
            times: 3,
          },
        ],
      }),
    ],
    [
      points.preview,
      () => ({
        data: {
          comparison,
          points: 5,
          members: 1,
          ranking: [],
          level_ups: Array.from({ length: 100 }, (_, id) => ({
            member: { id, name: `Aluna ${id}`, photo_url: null },
            level: { id: 1, name: 'Semente', color: '#fff', url_img: null, needed_score: 1 },
          })),
          rewards: [
            { member: { id: 7, name: 'João', photo_url: null }, reward: { id: 2, name: 'Olhar' } },
          ],
        },
        ...(tried() as object),
      }),
    ],
  );
  return { sent, ...visit(<PointsPanel />, { at: '/homepage?editar=gamificacao/pontuacao' }) };
}

test('points that a colleague has created meanwhile are updated', async () => {
  let now = parameters();
  const { sent, user } = open(() => now);
  await user.type(await screen.findByRole('textbox', { name: /Nome dos pontos/ }), 'XP');
  now = parameters('XP');
  await user.click(screen.getByRole('button', { name: 'Preencher com valores sugeridos' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Pontuação atualizada com sucesso.');
  expect(sent.map(({ name }) => name)).not.toContain('points.create');
});

test('a school without points may start from suggested values', async () => {
  const { sent, user } = open(parameters());
  await user.type(await screen.findByRole('textbox', { name: /Nome dos pontos/ }), 'XP');
  await user.click(screen.getByRole('button', { name: 'Preencher com valores sugeridos' }));
  expect(screen.getByRole('spinbutton', { name: /Pontos por Concluir aula/ })).toHaveValue(10);
  expect(screen.queryByRole('button', { name: /valores sugeridos/ })).not.toBeInTheDocument();
  expect(sent.filter(({ name }) => name === 'points.create')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Pontuação criada com sucesso.');
  expect(sent.find(({ name }) => name === 'points.create')?.body).toMatchObject({
    platform: { finish_class: 10, finish_course: 50 },
    community: { score_posts: 15 },
  });
});

test('the form is headed as the specification has it', async () => {
  open(parameters('XP'));
  const form = await screen.findByRole('form', { name: 'Configurações' });
  const heading = within(form).getByRole('heading', { name: 'Configurações' });
  expect(heading).toBeVisible();
});

test('a school with points is offered no suggested values', async () => {
  open(parameters('XP'));
  expect(await screen.findByRole('textbox', { name: /Nome dos pontos/ })).toHaveValue('XP');
  expect(screen.queryByRole('button', { name: /valores sugeridos/ })).not.toBeInTheDocument();
});

test('the first save creates; cells that are not saved say so, and the example is live', async () => {
  const { sent, user } = open(parameters());
  await user.type(await screen.findByRole('textbox', { name: /Nome dos pontos/ }), 'XP');
  const cell = screen.getByRole('spinbutton', { name: 'Pontos por Concluir aula' });
  await user.clear(cell);
  await user.type(cell, '20');
  expect(cell).toHaveAccessibleName('Pontos por Concluir aula, não salvo');
  await user.click(screen.getByRole('button', { name: /Regra do dia de Concluir aula/ }));
  expect(screen.getByText('Quem faz 5 vezes hoje ganha 5 × 20 = 100 XP.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Regra do dia' }));
  const often = screen.getByRole('spinbutton', { name: 'Quantas vezes em 24 horas' });
  await user.clear(often);
  await user.type(often, '3');
  const bonus = screen.getByRole('spinbutton', { name: 'Bônus' });
  await user.clear(bonus);
  await user.type(bonus, '15');
  expect(screen.getByText('Quem faz 4 vezes hoje ganha 4 × 20 + 15 = 95 XP.')).toBeVisible();
  // Yesterday of a real student, before and after.
  expect(
    await screen.findByText('Marina Rocha fez isto 3 vezes ontem: ganharia 75 XP em vez de 0.'),
  ).toBeVisible();
  await user.clear(often);
  await user.type(often, '4');
  expect(screen.getByText(/ganharia 60 XP em vez de 0/)).toBeVisible();
  await user.clear(often);
  await user.type(often, '3');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Pontuação criada com sucesso.')).toBeVisible();
  const saved = (name: string) => sent.find((call) => call.name === name)?.body;
  expect(saved('points.create')).toMatchObject({
    custom_name: 'XP',
    platform: { finish_class: 20, login: 0 },
  });
  expect(saved('points.saveDaily')).toMatchObject({
    platform_settings: {
      finish_class: { enable: true, needed_interaction: 3, plus_user_score: 15 },
    },
  });
});

test('without a name nothing is saved, not even the rules', async () => {
  const { sent, user } = open(parameters('COIN'));
  await user.clear(await screen.findByRole('textbox', { name: /Nome dos pontos/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Obrigatório')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('points.saveDaily');
  await user.type(screen.getByRole('textbox', { name: /Nome dos pontos/ }), 'XP');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Pontuação atualizada com sucesso.')).toBeVisible();
});

test('a pasted name that is too long stays, and nothing is saved', async () => {
  const { sent, user } = open(parameters('COIN'));
  const name = await screen.findByRole('textbox', { name: /Nome dos pontos/ });
  await user.clear(name);
  await user.click(name);
  await user.paste('X'.repeat(33));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(
    await screen.findByText('O nome dos pontos deve ter no máximo 32 caracteres.'),
  ).toBeVisible();
  expect(name).toHaveValue('X'.repeat(33));
  expect(sent.map(({ name: call }) => call)).not.toContain('points.saveDaily');
});

test('a later save updates; a blank field becomes 0 on blur', async () => {
  const { sent, user } = open(parameters('COIN'));
  const cell = await screen.findByRole('spinbutton', { name: 'Pontos por Publicar' });
  await user.type(cell, '7');
  await user.clear(cell);
  expect(cell).toHaveDisplayValue('');
  await user.tab();
  expect(cell).toHaveDisplayValue('0');
  await user.type(cell, '8');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Pontuação atualizada com sucesso.')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('points.create');
});

test('a separator that a cell did not take is told until its number is saved', async () => {
  const { user } = open(parameters('COIN'));
  const cell = await screen.findByRole('spinbutton', { name: 'Pontos por Publicar' });
  await user.type(cell, '7');
  const comma = new Event('textInput', { bubbles: true, cancelable: true });
  fireEvent(cell, Object.assign(comma, { data: ',' }));
  await user.type(cell, '5');
  const note = 'Só números inteiros, sem ponto nem vírgula.';
  expect(screen.getByRole('alert')).toHaveTextContent(note);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

test('rules are tried before they are saved', async () => {
  const { sent, user } = open(parameters('XP'));
  await user.click(await screen.findByRole('button', { name: 'Experimentar' }));
  expect(await screen.findByText('5 XP')).toBeVisible();
  // The answer ends at 100. The panel names the first ones.
  expect(screen.getByText('100+')).toBeVisible();
  expect(screen.getByText('Aluna 4')).toBeVisible();
  expect(screen.queryByText('Aluna 5')).toBeNull();
  expect(screen.getByText('João')).toBeVisible();
  expect(screen.getByText('Olhar')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('points.update');
});

test('a product has 35 characters of its name in the picker, and all of them on hover', async () => {
  open(parameters('XP'), [{ id: 31, plan_id: 3, plan: { title: product } }]);
  const shown = await screen.findByText('Formação completa em fotografia de…');
  expect(shown).toHaveAttribute('title', product);
});

test('three facts compare the saved rules with the edited ones', async () => {
  const { user } = open(parameters('XP'));
  const bar = await screen.findByRole('region', { name: 'Com estas regras, nos últimos 30 dias' });
  await user.click(within(bar).getByRole('button', { name: 'Experimentar' }));
  const facts = (await within(bar).findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(facts).toEqual([
    'Metade da turma tem ao menos260 XP410 XP',
    'Chegam a Semente1241 pessoas',
    'Sobe mais: Dona Aparecida8º5º',
  ]);
  await user.click(within(bar).getByRole('button', { name: 'Fechar a prévia' }));
  expect(within(bar).queryByRole('row')).toBeNull();
});

test('the preview follows the rules, and never shows those of others', async () => {
  const { sent, user } = open(parameters('XP'));
  await user.click(await screen.findByRole('button', { name: 'Experimentar' }));
  expect(await screen.findByText('410 XP')).toBeVisible();
  await user.type(screen.getByRole('spinbutton', { name: 'Pontos por Publicar' }), '7');
  expect(screen.queryByText('410 XP')).toBeNull();
  expect(screen.getByText('Lendo o que aconteceu em 30 dias.')).toBeVisible();
  expect(await screen.findByText('410 XP', {}, { timeout: 3_000 })).toBeVisible();
  const tries = sent.filter(({ name }) => name === 'points.preview');
  expect(tries.map(({ body }) => body)).toMatchObject([
    { community: { score_posts: 0 } },
    { community: { score_posts: 7 } },
  ]);
});

test('a preview that failed is asked again by hand alone', async () => {
  let isUp = false;
  const { sent, user } = open(parameters('XP'), [], () =>
    isUp ? {} : refusing(500, 'Algo deu errado.'),
  );
  await user.click(await screen.findByRole('button', { name: 'Experimentar' }));
  expect(await screen.findByText('A prévia não carregou')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'points.preview')).toHaveLength(1);
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('410 XP')).toBeVisible();
});

test('the ranking behind shows what the rules give, until the preview is closed', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
  const { history, user } = open(parameters('XP'));
  await user.click(await screen.findByRole('button', { name: 'Experimentar' }));
  expect(await screen.findByText('410 XP')).toBeVisible();
  expect(history.location).toMatchObject({
    pathname: '/ranking',
    search: '?editar=gamificacao/pontuacao',
  });
  expect(previewedRanking.get()).toMatchObject({ pointsName: 'XP', stale: false });
  await user.click(screen.getByRole('button', { name: 'Fechar a prévia' }));
  expect(previewedRanking.get()).toBeNull();
});

test('the form stays where the saved rules cannot be read again', async () => {
  let reads = 0;
  const saved = () => ((reads += 1) > 2 ? refusing(500, 'Algo deu errado.') : parameters('XP'));
  const { user } = open(saved);
  const name = await screen.findByRole('textbox', { name: /Nome dos pontos/ });
  await user.type(name, 's');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Pontuação atualizada com sucesso.');
  expect(reads).toBeGreaterThan(2);
  expect(screen.getByRole('textbox', { name: /Nome dos pontos/ })).toBeVisible();
  expect(screen.queryByText('A pontuação não carregou')).not.toBeInTheDocument();
});

test('a product that cannot be put back says so', async () => {
  const allowed = [{ id: 31, plan_id: 3, plan: { title: product } }];
  const { user } = open(
    parameters('XP'),
    allowed,
    undefined,
    [points.removeProduct, () => ({ message: 'Produto excluído das permissões' })],
    [points.addProducts, () => refusing(503, 'Sem resposta.')],
  );
  await user.click(await screen.findByRole('button', { name: /^Remover Formação/ }));
  // A rejection that nobody handles fails the run.
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByText('Sem resposta.')).toBeVisible();
});

test('a letter in a cell does not turn its points into 0', async () => {
  open({ ...parameters('XP'), platform: each(platform, 5) } as unknown as Parameters);
  const cell = await screen.findByRole('spinbutton', { name: /Pontos por Concluir aula/ });
  const typed = new Event('textInput', { bubbles: true, cancelable: true });
  expect(fireEvent(cell, Object.assign(typed, { data: 'a' }))).toBe(false);
});
