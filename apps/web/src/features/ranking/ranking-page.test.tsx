import { act, screen, waitFor, within } from '@testing-library/react';
import {
  ranking,
  type OwnSeason,
  type RankingEntry,
  type RankingPage as RankingPageAnswer,
  type Season,
} from '@vitrine/contract/ranking';
import { expect, test, vi } from 'vitest';
import { previewedRanking } from '../../kit/points/previewed-ranking.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import RankingPage from './ranking-page.tsx';

const entry = (id: number, position: number, score: number, move: number | null = null) =>
  ({
    position,
    score,
    user: { id, name: id === 7 ? 'Olívia Dona' : `Aluno ${id}`, photo_url: null },
    level: null,
    move,
  }) satisfies RankingEntry;
const all = [
  entry(1, 1, 90),
  entry(2, 2, 80),
  entry(3, 3, 70),
  entry(4, 4, 60),
  entry(7, 5, 50, 2),
];
const dataOf: Record<string, RankingEntry[]> = {
  running: all,
  week: [entry(2, 1, 8), entry(7, 2, 3)],
  all: [entry(3, 1, 300), entry(7, 2, 200)],
  1: [entry(9, 1, 5)],
  3: [entry(8, 1, 5)],
};
const seasons: Season[] = [
  { id: 2, started_at: '2026-11-01T12:00:00Z', ended_at: null, members: 5 },
  { id: 1, started_at: '2026-10-01T12:00:00Z', ended_at: '2026-11-01T12:00:00Z', members: 1 },
];

const ownSeason: OwnSeason = {
  way: [
    { at: '2026-11-20T00:00:00.000Z', score: 5 },
    { at: '2026-11-21T00:00:00.000Z', score: 50 },
  ],
  lesson_points: 10,
  lessons_left: 2,
  lesson: { id: 31, course_id: 3, title: 'Luz de janela' },
};

/** Whether the window has room for two columns. */
const setWide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener() {},
    removeEventListener() {},
  }));

function open(
  season: (period: string | null) => unknown = () => ({ data: ownSeason }),
  role: 'student' | 'instructor' | 'owner' = 'student',
  held = seasons,
  at = '/ranking',
  sums: Partial<RankingPageAnswer> = {},
) {
  const sent = serve(
    [ranking.seasons, () => held],
    [ranking.ownSeason, ({ query }) => season(query.get('period'))],
    [
      ranking.list,
      ({ query }) => {
        const data = dataOf[query.get('season') ?? query.get('period') ?? 'running']!;
        const rest = {
          total: data.length,
          points_name: 'XP',
          current_page: 1,
          next_page_url: null,
          updated_at: null,
          // The device's clock may be wrong.
          ends_at: query.get('period') === 'week' ? '2026-12-07T00:00:00Z' : null,
          summing: 0 as const,
        };
        const me = (role === 'student' && data.find(({ user }) => user.id === 7)) || null;
        return { data, me, around: me ? data : [], ...rest, ...sums };
      },
    ],
  );
  return { sent, ...visit(<RankingPage />, { roles: [role], at }) };
}

test('shows the viewer’s position, the points to the next, and the members around', async () => {
  const { user } = open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(own).toHaveTextContent('5º');
  expect(own).toHaveTextContent('Faltam 11 XP para passar Aluno 4.');
  expect(within(own).getAllByText('subiu 2 posições desde segunda-feira')[0]).toBeInTheDocument();
  const around = within(own).getByRole('button', { name: 'Quem está perto de você' });
  expect(around).toHaveAttribute('aria-expanded', 'false');
  await user.click(around);
  expect(around).toHaveAttribute('aria-expanded', 'true');
  expect(own).toHaveAttribute('data-open');
});

test('shows the score curve and what the next position takes, with a button to the lesson', async () => {
  setWide(true);
  open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(
    await within(own).findByRole('img', {
      name: 'Seu caminho na temporada: 5 XP em 20 de nov., 50 XP hoje',
    }),
  ).toBeVisible();
  expect(own).toHaveTextContent('Faltam 11 XP para passar Aluno 4. 2 aulas concluídas bastam.');
  expect(within(own).getByRole('link', { name: 'Continuar aula' })).toHaveAttribute(
    'href',
    '/curso/3/luz-de-janela/31',
  );
  // Three before, and no more.
  expect(within(own).getAllByRole('listitem')).toHaveLength(4);
});

test.each([
  [{ lessons_left: 1 }, false],
  [{ lesson_points: 0 }, false],
  [{ lesson_points: 11, lessons_left: 1 }, true],
])('suggests lessons only if some are left and score: %o', async (change, told) => {
  setWide(true);
  open(() => ({ data: { ...ownSeason, ...change, lesson: null } }));
  const link = await screen.findByRole('link', { name: 'Ver meus cursos' });
  expect(link).toHaveAttribute('href', '/meus-cursos');
  expect(screen.queryByText(/Uma aula concluída basta/) !== null).toBe(told);
  expect(screen.queryByText(/aulas concluídas bastam/)).toBeNull();
});

test('with one column the curve is requested when it is opened', async () => {
  setWide(false);
  const { sent, user } = open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(sent.map(({ name }) => name)).not.toContain('ranking.ownSeason');
  await user.click(within(own).getByRole('button', { name: 'Quem está perto de você' }));
  expect(await within(own).findByRole('img', { name: /^Seu caminho/ })).toBeVisible();
});

test('a curve that did not load can be loaded again', async () => {
  setWide(true);
  let isUp = false;
  const { user } = open(() => (isUp ? { data: ownSeason } : refusing(500, 'Algo deu errado.')));
  expect(await screen.findByText('Seu caminho não carregou')).toBeVisible();
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('img', { name: /^Seu caminho/ })).toBeVisible();
});

test('opening the members around scrolls to the viewer’s row, and links to their points', async () => {
  const { user } = open();
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  const scroll = vi.spyOn(Element.prototype, 'scrollTo');
  await user.click(within(own).getByRole('button', { name: 'Quem está perto de você' }));
  expect(scroll.mock.contexts).toEqual([own]);
  expect(within(own).getByRole('link', { name: 'De onde vieram meus pontos' })).toHaveAttribute(
    'href',
    '/perfil/pontos',
  );
  scroll.mockRestore();
});

test('a student without a position sees why', async () => {
  serve(
    [ranking.seasons, () => seasons],
    [
      ranking.list,
      () => ({
        data: all.slice(0, 3),
        around: [],
        me: null,
        total: 3,
        points_name: 'XP',
        current_page: 1,
        next_page_url: null,
      }),
    ],
  );
  visit(<RankingPage />, { roles: ['student'] });
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(own).toHaveTextContent('Você ainda não está neste ranking.');
  expect(within(own).getByRole('link', { name: 'Meu perfil' })).toBeVisible();
});

test('staff, who have no position, see who rises, and an owner a link to the rules', async () => {
  const { user, leave } = open(undefined, 'owner');
  const aside = await screen.findByRole('region', { name: 'Para a equipe' });
  expect(within(aside).getAllByRole('listitem')).toHaveLength(1);
  expect(within(aside).getByText('subiu 2 posições desde segunda-feira')).toBeInTheDocument();
  expect(within(aside).getByRole('link', { name: 'Mudar a pontuação' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\?editar=gamificacao\/pontuacao$/),
  );
  // The ranking of the week has no moves.
  await user.click(screen.getByRole('tab', { name: 'Esta semana' }));
  await waitFor(() => expect(screen.queryByText('Aluno 3')).toBeNull());
  expect(screen.queryByText(/desde segunda-feira/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Mudar a pontuação' })).toBeVisible();
  // Nothing of it holds for a past season.
  await user.click(screen.getByRole('tab', { name: 'Anteriores' }));
  expect(await screen.findByText('Aluno 9')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Para a equipe' })).toBeNull();
  leave();
  open(undefined, 'instructor');
  const theirs = await screen.findByRole('region', { name: 'Para a equipe' });
  expect(within(theirs).queryByRole('link')).toBeNull();
});

test('a past season shows without a position if the viewer had none', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('tab', { name: 'Anteriores' }));
  expect(await screen.findByText('Aluno 9')).toBeVisible();
  expect(screen.getByText(/1 de out\. – 1 de nov\. de 2026\./)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Seu lugar' })).toBeNull();
});

test('several past seasons are in a list, the latest first', async () => {
  const former = {
    id: 3,
    started_at: '2026-09-01T12:00:00Z',
    ended_at: '2026-10-01T12:00:00Z',
    members: 1,
  };
  const { user } = open(undefined, undefined, [...seasons, former]);
  await user.click(await screen.findByRole('tab', { name: 'Anteriores' }));
  expect(await screen.findByText('Aluno 9')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Temporada' }));
  await user.click(await screen.findByRole('option', { name: /1 de set/ }));
  expect(await screen.findByText('Aluno 8')).toBeVisible();
});

test('the week has its own ranking and curve, and says when it restarts', async () => {
  vi.setSystemTime('2026-11-25T12:00:00Z');
  setWide(true);
  const [first, last] = ownSeason.way;
  const { user } = open((period) => ({
    data: { ...ownSeason, way: period === 'week' ? [{ ...first, score: 1 }, last] : [] },
  }));
  expect(await screen.findByText(/5 pessoas\. Desde 1 de novembro de 2026\./)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Esta semana' }));
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  await waitFor(() => expect(own).toHaveTextContent('Faltam 6 XP para passar Aluno 2.'));
  expect(own).toHaveTextContent('2º');
  expect(
    await within(own).findByRole('img', {
      name: 'Seu caminho na semana: 1 XP em 20 de nov., 50 XP hoje',
    }),
  ).toBeVisible();
  const moment = new Intl.DateTimeFormat('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  } as const).format(new Date('2026-12-07T00:00:00Z'));
  expect(screen.getByText(new RegExp(`2 pessoas\\. Recomeça ${moment}\\.`))).toBeVisible();
  vi.useRealTimers();
});

test('the URL names the ranking, and an unknown season is the current one', async () => {
  open(undefined, undefined, seasons, '/ranking?periodo=semana');
  expect(await screen.findByRole('tab', { name: 'Esta semana', selected: true })).toBeVisible();
  expect(screen.queryByText('Aluno 3')).toBeNull();
});

test('a week without scores says so', async () => {
  serve(
    [ranking.seasons, () => seasons],
    [
      ranking.list,
      () => ({
        data: [],
        around: [],
        me: null,
        total: 0,
        points_name: 'XP',
        current_page: 1,
        next_page_url: null,
      }),
    ],
  );
  visit(<RankingPage />, { roles: ['student'], at: '/ranking?periodo=semana' });
  expect(await screen.findByText('Ninguém pontuou nesta semana ainda')).toBeVisible();
});

test('unsaved rules show their ranking, labelled as a preview', async () => {
  open();
  await screen.findByRole('region', { name: 'Seu lugar' });
  const entries = [1, 2, 3, 4].map((id) => ({
    position: id,
    score: 100 - id,
    saved_position: id === 4 ? 6 : null,
    user: { id, name: `Tentada ${id}`, photo_url: null },
  }));
  act(() => previewedRanking.set({ entries, pointsName: 'Fótons', stale: false }));
  const shown = await screen.findByRole('region', { name: 'Prévia: 30 dias com estas regras' });
  expect(within(shown).getAllByRole('listitem')).toHaveLength(4);
  expect(within(shown).getByText('sobe 2 posições')).toBeInTheDocument();
  expect(screen.queryByText('Aluno 1')).toBeNull();
  act(() => previewedRanking.set(null));
  expect(await screen.findByText('Aluno 1')).toBeVisible();
});

test('says that it is off', async () => {
  serve(
    [ranking.seasons, () => []],
    [ranking.list, () => refusing(403, 'O ranking está desativado.')],
  );
  visit(<RankingPage />, { roles: ['student'] });
  expect(await screen.findByText('O ranking está desativado.')).toBeVisible();
});

test('shows the points of all seasons, and how old they are', async () => {
  const updated_at = new Date(new Date().setHours(14, 32)).toISOString();
  const { user, history } = open(undefined, 'student', seasons, '/ranking', { updated_at });
  await user.click(await screen.findByRole('tab', { name: 'Desde o início' }));
  expect(await screen.findByText(/Atualizado às 14:32\./)).toBeVisible();
  expect(history.location.search).toBe('?periodo=tudo');
  const list = screen.getByRole('region', { name: 'Classificação' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getByText('300 XP')).toBeVisible();
  // There is no way to the next place of years.
  expect(screen.queryByText(/Falta/)).toBeNull();
  expect(screen.queryByText('0')).toBeNull();
});

test('says that the seasons are being summed', async () => {
  open(undefined, 'student', seasons, '/ranking?periodo=tudo', {
    data: [],
    me: null,
    around: [],
    total: 0,
    summing: 1,
  });
  expect(await screen.findByText('As temporadas estão sendo somadas')).toBeVisible();
  expect(screen.queryByText('Ninguém pontuou ainda')).toBeNull();
});

test('has no tab of all seasons before the first reset', async () => {
  open(undefined, 'student', seasons.slice(0, 1));
  expect(await screen.findByRole('tab', { name: 'Esta semana' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Desde o início' })).toBeNull();
});

test('who has the first place reads that nobody is ahead', async () => {
  const first = entry(7, 1, 90);
  open(undefined, 'student', seasons, '/ranking', { me: first, around: [first] });
  const own = await screen.findByRole('region', { name: 'Seu lugar' });
  expect(await within(own).findByText('Ninguém está à sua frente.')).toBeVisible();
});
