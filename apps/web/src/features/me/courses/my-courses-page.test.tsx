import { screen, within } from '@testing-library/react';
import { me, type MyCourse, type WatchedWeek } from '@vitrine/contract/me';
import type { Role } from '@vitrine/contract/roles';
import { expect, test, vi } from 'vitest';
import { myCourse } from '../../../test/course.ts';
import { refusing, serve, visit } from '../../../test/school.tsx';
import { recentDay, timeLeft } from './course-facts.ts';
import MyCoursesPage from './my-courses-page.tsx';

const lesson = {
  id: 12,
  module_id: 3,
  title: 'Foco empilhado',
  position: 6,
  seconds: 767,
  duration_seconds: 1187,
};
const course = (id: number, title: string, overrides: Partial<MyCourse> = {}) =>
  myCourse({ id, title, last_lesson: lesson, next_lesson: lesson, ...overrides });
const finished = course(2, 'Outono a pé', {
  state: 'finished',
  done: 12,
  seconds_left: 0,
  next_lesson: null,
  completed_at: '2025-10-02T12:00:00.000Z' as never,
});

const open = (
  list: MyCourse[],
  path = '/meus-cursos',
  week: WatchedWeek | null = null,
  role: Role = 'student',
) => {
  const queries: string[] = [];
  const inState = (state: string) => list.filter((one) => one.state === state);
  serve([
    me.courses,
    ({ query }) => {
      queries.push(String(query));
      const state = query.get('state');
      const text = query.get('q') ?? '';
      return {
        data: (state ? inState(state) : list).filter(({ title }) => title.includes(text)),
        next_cursor: null,
        week,
        counts: {
          all: list.length,
          begun: inState('begun').length,
          new: inState('new').length,
          finished: inState('finished').length,
        },
      };
    },
  ]);
  return { queries, ...visit(<MyCoursesPage />, { at: path, roles: [role] }) };
};

test('screen readers hear that the courses load', async () => {
  serve([me.courses, () => new Promise(() => {})]);
  visit(<MyCoursesPage />, { at: '/meus-cursos', roles: ['student'] });
  expect(await screen.findByText('Carregando')).toBeInTheDocument();
  expect(screen.getByText('Carregando').parentElement).toHaveRole('status');
  // Browsers hold back what a busy region says.
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('the last course comes first, and links to its lesson', async () => {
  open([course(1, 'Macro sem mistério'), finished]);
  const goOn = await screen.findByRole('region', { name: 'Foco empilhado' });
  expect(goOn).toHaveTextContent('Macro sem mistério, aula 6 de 12');
  expect(goOn).toHaveTextContent('Parou em 12:47. Restam 7 min desta aula.');
  expect(within(goOn).getByRole('link', { name: 'Continuar' })).toHaveAttribute(
    'href',
    '/curso/1/foco-empilhado/12',
  );
  expect(screen.getByRole('link', { name: /5 de 12 aulas/ })).toHaveTextContent(
    'restam 1 h 48 min',
  );
  expect(screen.getByRole('link', { name: /Outono/ })).toHaveTextContent(
    /Concluído em 2 de out\. de 2025/,
  );
});

test('the tabs show their counts and filter the courses', async () => {
  const { user, queries } = open([course(1, 'Macro'), finished]);
  expect(await screen.findByRole('tab', { name: 'Todos 2' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Concluídos 1' }));
  expect(await screen.findByRole('link', { name: /Outono/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Macro/ })).not.toBeInTheDocument();
  expect(queries.at(-1)).toBe('state=finished');
  await user.click(screen.getByRole('tab', { name: 'Novos 0' }));
  expect(await screen.findByText('Nenhum curso novo')).toBeVisible();
});

test('one course has nothing to order, and a filtered list repeats no course to go on with', async () => {
  const { user } = open([course(1, 'Macro sem mistério')]);
  expect(await screen.findByRole('region', { name: 'Foco empilhado' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Ordem' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Começados 1' }));
  expect(await screen.findByRole('link', { name: /5 de 12 aulas/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Foco empilhado' })).toBeNull();
});

test('the search queries the server, and names a text without results', async () => {
  const { user, queries } = open([course(1, 'Macro sem mistério')]);
  expect(await screen.findByRole('region', { name: 'Foco empilhado' })).toBeVisible();
  await user.type(screen.getByRole('searchbox'), 'luz{Enter}');
  expect(await screen.findByText('Nada encontrado para luz.')).toBeVisible();
  expect(queries.at(-1)).toBe('q=luz');
});

test('who has no course yet gets nothing to search, to filter or to order', async () => {
  open([]);
  expect(await screen.findByText('Nenhum curso por aqui ainda')).toBeVisible();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
});

test.each([
  { role: 'student' as const, label: 'Ver o que há para assistir', href: '/homepage' },
  { role: 'admin' as const, label: 'Criar curso', href: '/gestao/cursos?novo' },
])('without a course the page leads $role on: $label', async ({ role, label, href }) => {
  open([], '/meus-cursos', null, role);
  expect(await screen.findByRole('link', { name: label })).toHaveAttribute('href', href);
});

test('a list that fails to load shows an error and a retry', async () => {
  let broken = true;
  serve([
    me.courses,
    () =>
      broken
        ? refusing(500, 'Algo deu errado.')
        : {
            data: [finished],
            next_cursor: null,
            counts: { all: 1, begun: 0, new: 0, finished: 1 },
          },
  ]);
  const { user } = visit(<MyCoursesPage />, { at: '/meus-cursos', roles: ['student'] });
  expect(await screen.findByText('Seus cursos não carregaram')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('link', { name: /Outono/ })).toBeVisible();
});

test('near days have names, and the time left is in hours and minutes', () => {
  const now = new Date(2026, 10, 22, 9);
  const day = (dayOfMonth: number) => recentDay(new Date(2026, 10, dayOfMonth, 23), 'pt', now);
  expect([day(22), day(21), day(18)]).toEqual(['hoje', 'ontem', '18 de nov.']);
  const t = (text: string, values?: object) => `${text} ${JSON.stringify(values)}`;
  expect(timeLeft(t, course(1, 'a', { seconds_left: 0 }), 'pt')).toBe('');
  expect(timeLeft(t, course(1, 'a', { seconds_left: 60 }), 'pt')).toContain('"count":1');
});

test('the chosen order is in the URL, and keeps the last lesson on top', async () => {
  const { user, queries, history } = open([course(1, 'Macro sem mistério'), finished]);
  await user.click(await screen.findByRole('combobox', { name: 'Ordem' }));
  await user.click(await screen.findByRole('option', { name: 'Título, de A a Z' }));
  expect(history.location.search).toBe('?ordem=title');
  await screen.findByRole('link', { name: /Outono/ });
  expect(queries.at(-1)).toContain('order=title');
  expect(screen.getByRole('region', { name: 'Foco empilhado' })).toBeVisible();
});

test('the hours of the week show beside the list, with today marked', async () => {
  const since = '2026-03-02T12:00:00.000Z' as never;
  const days = [1800, 0, 0, 0, 0, 0, 3600];
  const today = '2026-03-29';
  open([course(1, 'Macro')], '/meus-cursos', { days, today, total: 134_400, since });
  const week = await screen.findByRole('region', { name: 'Nesta semana' });
  expect(week).toHaveTextContent('1 h 30 min');
  expect(within(week).getAllByRole('listitem')).toHaveLength(7);
  expect(within(week).getByText('segunda-feira: 30 min')).toBeInTheDocument();
  expect(within(week).getByText('domingo: 1 h')).toBeInTheDocument();
  expect(within(week).getByText('37 h 20 min desde março de 2026')).toBeVisible();
});

test('the hours stand at the days that the server counted, wherever the browser is', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7].map((minutes) => minutes * 60);
  const since = '2026-03-02T12:00:00.000Z' as never;
  // A night of the change to summer time, on this side of the date line and on the other.
  for (const [zone, today, first] of [
    ['Pacific/Kiritimati', '2026-03-29', 'segunda-feira: 1 min'],
    ['Europe/Lisbon', '2026-03-30', 'terça-feira: 1 min'],
    ['Pacific/Pago_Pago', '2026-03-31', 'quarta-feira: 1 min'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    const week = { days, today, total: 9, since };
    const { leave } = open([course(1, 'Macro')], '/meus-cursos', week);
    expect(await screen.findByText(first)).toBeInTheDocument();
    leave();
  }
  vi.unstubAllEnvs();
});

test('a week that a device stored before an update, without its day, is left out', async () => {
  const week = { days: [60], total: 60, since: '2026-03-02T12:00:00.000Z' } as never;
  open([course(1, 'Macro')], '/meus-cursos', week);
  await screen.findByRole('region', { name: 'Foco empilhado' });
  expect(screen.queryByRole('region', { name: 'Nesta semana' })).toBeNull();
});

test('a week without hours has no bars', async () => {
  const since = '2026-03-02T12:00:00.000Z' as never;
  open([course(1, 'Macro')], '/meus-cursos', {
    days: Array(7).fill(0),
    today: '2026-03-29',
    total: 9,
    since,
  });
  await screen.findByRole('region', { name: 'Foco empilhado' });
  expect(screen.queryByRole('region', { name: 'Nesta semana' })).toBeNull();
});

test('a course that nobody has begun says since when it is there', async () => {
  open([course(3, 'Retrato', { state: 'new', held_since: '2024-10-02T12:00:00.000Z' as never })]);
  expect(await screen.findByText(/^Novo, desde .*out.* 2024/)).toBeVisible();
});
