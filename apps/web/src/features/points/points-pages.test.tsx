import { screen, waitFor, within } from '@testing-library/react';
import { people } from '@vitrine/contract/people';
import { points, type Entry, type Score } from '@vitrine/contract/points';
import { ranking, type Season } from '@vitrine/contract/ranking';
import { expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import MemberPointsPage from './member-points-page.tsx';
import MyPointsPage from './my-points-page.tsx';

const entry = (id: number, more: Partial<Entry> = {}): Entry => ({
  id,
  action: 'finish_class',
  object_kind: 'lesson',
  points: 20,
  at: '2026-11-20T12:00:00Z' as never,
  thing: { kind: 'lesson', id: 4, title: 'Luz de janela', url: '/curso/1/luz/4', place: null },
  bonus_of: [],
  reason: null,
  note: '',
  ...more,
});
const scoreOf = (more: Partial<Score> = {}): { data: Score } => ({
  data: {
    score: 1_035,
    points_name: 'XP',
    level: { id: 1, name: 'Semente', color: '#fff', url_img: null, needed_score: 0 },
    next_level: { id: 2, name: 'Mestre', color: '#fff', url_img: null, needed_score: 2_000 },
    ledger: [],
    next_cursor: null,
    season_id: 2,
    streak: 0,
    week: [],
    today: '2026-11-24',
    unscored: 0,
    sources: { lessons: 1_020, community: 0, bonus: 15, login: 0, manual: 0 },
    ...more,
  },
});
const season = (id: number, ended_at: string | null): Season => ({
  id,
  started_at: '2026-10-01T12:00:00Z' as never,
  ended_at: ended_at as never,
  members: 3,
});
const running = season(2, null);
const past = season(1, '2026-11-01T12:00:00Z');

const own = (ledger: Entry[], seasons = [running]) =>
  serve(
    [ranking.seasons, () => seasons],
    [
      points.mine,
      ({ query }) => {
        if (query.get('season') === '1')
          return scoreOf({ score: 7, ledger: [entry(9, { points: 7 })] });
        if (query.get('cursor'))
          return scoreOf({ ledger: [entry(1, { action: 'login', points: 5, thing: null })] });
        return scoreOf({ ledger, next_cursor: ledger.length > 3 ? '2' : null });
      },
    ],
  );
const visitOwn = () => visit(<MyPointsPage />, { at: '/perfil/pontos', roles: ['student'] });

test('every entry names its source, and an entry that does not count says why', async () => {
  own([
    entry(5, {
      action: 'bonus',
      object_kind: 'finish_class',
      points: 15,
      thing: null,
      bonus_of: [3],
    }),
    entry(4, { action: 'like_class', points: 0, reason: 'counted_before' }),
    entry(3),
  ]);
  visitOwn();
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    // The entries that made the bonus are below it.
    expect.stringMatching(/^1 aula concluída em 24 horas, bônus do dia.*\+15$/),
    expect.stringMatching(/^Concluiu a aula Luz de janela.*\+20$/),
    expect.stringMatching(/^Curtiu Luz de janelaJá somou antes. Cada ação vale uma vez\..*0$/),
  ]);
  expect(screen.getByText('+35 XP')).toBeVisible();
  expect(within(lines[1]!).getByRole('link', { name: 'Luz de janela' })).toHaveAttribute(
    'href',
    '/curso/1/luz/4',
  );
  const sum = screen.getByRole('region', { name: 'Nesta temporada' });
  expect(sum).toHaveTextContent('1.035XP');
  expect(sum).toHaveTextContent('Faltam 965 para Mestre.');
  expect(within(sum).getAllByRole('progressbar')).toHaveLength(2);
  expect(screen.queryByRole('combobox', { name: 'Temporada' })).toBeNull();
});

test('content without a title and removed content are named too', async () => {
  const post = { kind: 'post', id: 7, title: '', url: '/comunidade/post/7/1/2', place: 'Avisos' };
  const lost = { url: null, place: null, title: '' };
  own([
    entry(5, { action: 'like', object_kind: 'post', thing: post }),
    entry(4, { action: 'like', object_kind: 'post_comment', thing: { ...post, title: 'Neblina' } }),
    entry(3, { action: 'reply', thing: { ...post, ...lost } }),
    entry(2, { action: 'like_class', thing: { kind: 'lesson', id: 4, ...lost } }),
  ]);
  visitOwn();
  const lines = await screen.findAllByRole('listitem');
  const said = ['Curtiu uma publicação em Avisos', 'Curtiu um comentário em Neblina'];
  said.push('Respondeu em uma publicação removida', 'Curtiu uma aula removida');
  for (const [at, words] of said.entries()) expect(lines[at]).toHaveTextContent(words);
  expect(screen.getByRole('link', { name: 'uma publicação em Avisos' })).toBeVisible();
  expect(within(lines[2]!).queryByRole('link')).toBeNull();
});

test('a reset is an entry of its own, at the beginning and the end of a season', async () => {
  own([entry(3)], [running, past]);
  const { user } = visitOwn();
  expect(await screen.findByText('A pontuação recomeçou: nova temporada')).toBeVisible();
  await user.click(await screen.findByRole('combobox', { name: 'Temporada' }));
  await user.click(await screen.findByRole('option', { name: /1 de nov/ }));
  expect(await screen.findByText('Fim da temporada: a pontuação recomeçou')).toBeVisible();
});

test('a button loads more entries', async () => {
  own([entry(5), entry(4), entry(3), entry(2)]);
  const { user } = visitOwn();
  expect(await screen.findAllByRole('listitem')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: /mais/i }));
  expect(await screen.findByText('Entrou na escola')).toBeVisible();
});

test('a tab loads its part of the ledger only, and the sum stays', async () => {
  const zero = entry(4, { action: 'like_class', points: 0, reason: 'counted_before' });
  const asked: (string | null)[] = [];
  serve(
    [ranking.seasons, () => [running, past]],
    [
      points.mine,
      ({ query }) => {
        asked.push(query.get('part'));
        if (query.get('part') === 'community') return scoreOf({ unscored: 1 });
        return scoreOf({
          unscored: 1,
          ledger: query.get('part') === 'unscored' ? [zero] : [entry(5), zero],
        });
      },
    ],
  );
  const { user } = visitOwn();
  const tab = await screen.findByRole('tab', { name: /Não somou/ });
  expect(tab).toHaveTextContent('Não somou1');
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(await screen.findByText('A pontuação recomeçou: nova temporada')).toBeVisible();
  await user.click(tab);
  expect(await screen.findByText(/Já somou antes/)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  // A reset stands between all entries, not between those of a part.
  expect(screen.queryByText('A pontuação recomeçou: nova temporada')).toBeNull();
  expect(screen.getByRole('region', { name: 'Nesta temporada' })).toHaveTextContent('1.035XP');
  expect(asked).toEqual([null, 'unscored']);
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{Enter}');
  expect(await screen.findByText('Nada aqui nesta temporada')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Comunidade' })).toHaveAttribute('aria-selected', 'true');
});

test('without entries there are no tabs', async () => {
  own([]);
  visitOwn();
  expect(await screen.findByText('Nenhum ponto ainda')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a past season is chosen, with its own sum and without a level', async () => {
  own([entry(3)], [running, past]);
  const { user } = visitOwn();
  await user.click(await screen.findByRole('combobox', { name: 'Temporada' }));
  await user.click(await screen.findByRole('option', { name: /1 de nov/ }));
  const sum = await screen.findByRole('region', { name: 'Naquela temporada' });
  expect(sum).toHaveTextContent('7XP');
  expect(sum).not.toHaveTextContent('Semente');
  expect(sum).not.toHaveTextContent('Mestre');
  expect(await screen.findByText('+7')).toBeVisible();
});

test('a ledger whose reader leaves before its answer is read no more', async () => {
  own([]);
  const answer = fetch;
  const reads: AbortSignal[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.startsWith(points.mine.path)) return answer(path, init);
    reads.push(init.signal!);
    return new Promise(() => {});
  });
  const { leave } = visitOwn();
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  leave();
  expect(reads[0]!.aborted).toBe(true);
});

test('an empty ledger and a failed one say so', async () => {
  own([]);
  const { leave } = visitOwn();
  expect(await screen.findByText('Nenhum ponto ainda')).toBeVisible();
  leave();
  serve([points.mine, () => refusing(403, 'Não')], [ranking.seasons, () => []]);
  visitOwn();
  expect(await screen.findByText('Os pontos não carregaram')).toBeVisible();
});

test('staff read a member’s points and give some with a reason', async () => {
  let given = 0;
  const sent = serve(
    [ranking.seasons, () => [running]],
    [people.show, () => refusing(404, 'Não encontrado')],
    [
      points.ofMember,
      ({ params }) => {
        expect(params['id']).toBe('31');
        return scoreOf({ score: 1_035 + given, ledger: [entry(3)] });
      },
    ],
    [
      points.give,
      ({ body }) => {
        given = body.points;
        return { data: { score: 1_085 } };
      },
    ],
  );
  const { user } = visit(<MemberPointsPage />, {
    at: '/gestao/pessoas/31/pontos',
    path: '/gestao/pessoas/:id/pontos',
    roles: ['owner'],
  });
  expect(await screen.findByText('1.035')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dar ou tirar pontos' }));
  const amount = await screen.findByLabelText(/^Pontos/);
  await waitFor(() => expect(amount).toHaveFocus());
  await user.type(amount, '50');
  await user.type(screen.getByLabelText(/^Motivo/), 'Ajudou a turma');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.getByText('1.085')).toBeVisible());
  expect(sent.find(({ name }) => name === 'points.give')?.body).toEqual({
    points: 50,
    reason: 'Ajudou a turma',
  });
});

test('staff take points, after they see the remaining sum', async () => {
  const sent = serve(
    [ranking.seasons, () => [running]],
    [people.show, () => ({ data: { id: 31, name: 'Kauê Dias' } })],
    [points.ofMember, () => scoreOf({ score: 1_035, ledger: [entry(3)] })],
    [points.give, () => ({ data: { score: 1_005 } })],
  );
  const { user } = visit(<MemberPointsPage />, {
    at: '/gestao/pessoas/31/pontos',
    path: '/gestao/pessoas/:id/pontos',
    roles: ['owner'],
  });
  expect(
    await screen.findByRole('heading', { name: 'De onde vieram os pontos de Kauê Dias' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dar ou tirar pontos' }));
  await user.type(await screen.findByLabelText(/^Pontos/), '30');
  expect(screen.getByText('De 1.035 para 1.065 XP.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Tirar' }));
  expect(screen.getByText('De 1.035 para 1.005 XP.')).toBeVisible();
  expect(screen.getByText('Recompensas já conquistadas ficam com a pessoa.')).toBeVisible();
  await user.type(screen.getByLabelText(/^Motivo/), 'Somou por engano');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'points.give')?.body).toEqual({
      points: -30,
      reason: 'Somou por engano',
    }),
  );
});

test('a lost answer gives its points once, and the amount that was typed since its difference', async () => {
  let score = 1_000;
  const arrived: string[] = [];
  const sent = serve(
    [ranking.seasons, () => [running]],
    [people.show, () => ({ data: { id: 31, name: 'Kauê Dias' } })],
    [points.ofMember, () => scoreOf({ score: 1_000, ledger: [entry(3)] })],
    [
      points.give,
      ({ body }) => {
        // The server knows a repeated request by its key, as test/once.test.tsx holds. Here it knows the reason.
        if (arrived.includes(body.reason)) return { data: { score } };
        arrived.push(body.reason);
        score += body.points;
        if (arrived.length === 1) throw new TypeError('Failed to fetch');
        return { data: { score } };
      },
    ],
  );
  const { user } = visit(<MemberPointsPage />, {
    at: '/gestao/pessoas/31/pontos',
    path: '/gestao/pessoas/:id/pontos',
    roles: ['owner'],
  });
  await user.click(await screen.findByRole('button', { name: 'Dar ou tirar pontos' }));
  const amount = await screen.findByLabelText(/^Pontos/);
  const reason = screen.getByLabelText(/^Motivo/);
  await user.type(amount, '50');
  await user.type(reason, 'Ajudou a turma');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Sem conexão. Confira sua internet e tente de novo.');
  await user.clear(amount);
  await user.type(amount, '80');
  await user.type(reason, ' toda');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(score).toBe(1_080);
  expect(sent.filter(({ name }) => name === 'points.give').map(({ body }) => body)).toEqual([
    { points: 50, reason: 'Ajudou a turma' },
    { points: 50, reason: 'Ajudou a turma' },
    { points: 30, reason: 'Ajudou a turma toda' },
  ]);
});

test('a long ledger makes a few formatters of dates, not one for each entry', async () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  own(Array.from({ length: 40 }, (_, n) => entry(40 - n, { points: n })));
  visitOwn();
  expect(await screen.findByText('+39')).toBeVisible();
  const calls = made.mock.calls.length;
  made.mockRestore();
  expect(calls).toBeLessThan(10);
});
