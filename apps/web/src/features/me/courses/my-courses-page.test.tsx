import { me, type MyCourse } from '@vitrine/contract/me';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../../test/school.tsx';
import { recentDay, timeLeft } from './course-facts.ts';
import MyCoursesPage from './my-courses-page.tsx';

const lesson = {
  ...{ id: 12, module_id: 3, title: 'Foco empilhado', position: 6 },
  ...{ seconds: 767, duration_seconds: 1187 },
};
const course = (id: number, title: string, more: Partial<MyCourse> = {}): MyCourse => ({
  ...{ id, title, cover: null, lessons: 12, done: 5, seconds: 9000, seconds_left: 6480 },
  ...{ state: 'begun', last_lesson: lesson, next_lesson: lesson },
  ...{ held_since: '2026-01-02T12:00:00.000Z' as never, completed_at: null },
  ...more,
});
const finished = course(2, 'Outono a pé', {
  ...{ state: 'finished', done: 12, seconds_left: 0, next_lesson: null },
  completed_at: '2025-10-02T12:00:00.000Z' as never,
});

const open = (list: MyCourse[], at = '/meus-cursos') => {
  const asked: string[] = [];
  const of = (state: string) => list.filter((one) => one.state === state);
  serve([
    me.courses,
    ({ query }) => {
      asked.push(String(query));
      const state = query.get('state');
      return {
        data: state ? of(state) : list,
        next_cursor: null,
        counts: {
          ...{ all: list.length, begun: of('begun').length, new: of('new').length },
          finished: of('finished').length,
        },
      };
    },
  ]);
  return { asked, ...visit(<MyCoursesPage />, { at, roles: ['student'] }) };
};

test('where one stopped comes first, and leads into its lesson', async () => {
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

test('the tabs say how many there are, and show those', async () => {
  const { user, asked } = open([course(1, 'Macro'), finished]);
  expect(await screen.findByRole('tab', { name: 'Todos 2' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Concluídos 1' }));
  expect(await screen.findByRole('link', { name: /Outono/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Macro/ })).not.toBeInTheDocument();
  expect(asked.at(-1)).toBe('state=finished');
  await user.click(screen.getByRole('tab', { name: 'Novos 0' }));
  expect(await screen.findByText('Nenhum curso novo')).toBeVisible();
});

test('the search asks the server, and says what was not found', async () => {
  const { user, asked } = open([]);
  expect(await screen.findByText('Nenhum curso por aqui ainda')).toBeVisible();
  await user.type(screen.getByRole('searchbox'), 'luz{Enter}');
  expect(await screen.findByText('Nada encontrado para luz.')).toBeVisible();
  expect(asked.at(-1)).toBe('q=luz');
});

test('what did not load says so, and is asked for again', async () => {
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

test('days that are near have names, and what is left is said in hours and minutes', () => {
  const now = new Date(2026, 10, 22, 9);
  const day = (of: number) => recentDay(new Date(2026, 10, of, 23), 'pt', now);
  expect([day(22), day(21), day(18)]).toEqual(['hoje', 'ontem', '18 de nov.']);
  const t = (text: string, values?: object) => `${text} ${JSON.stringify(values)}`;
  expect(timeLeft(t, course(1, 'a', { seconds_left: 0 }), 'pt')).toBe('');
  expect(timeLeft(t, course(1, 'a', { seconds_left: 60 }), 'pt')).toContain('"count":1');
});
