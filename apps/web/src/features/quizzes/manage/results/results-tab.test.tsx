import { screen, waitFor, within } from '@testing-library/react';
import { quizzes, type Profile, type Quiz } from '@vitrine/contract/quizzes';
import { describe, expect, test } from 'vitest';
import { quiz, triple } from '../../../../test/quizzes.ts';
import { refusing, serve, visit } from '../../../../test/school.tsx';
import BuilderPage from '../builder-page.tsx';

type Calls = Parameters<typeof serve>;

/** Serves a quiz with these calls for its results. Without others, no student has handed in. */
function serveQuiz(
  calls: Calls,
  { profiles = [], ...more }: Partial<Quiz> & { profiles?: Profile[] } = {},
) {
  return serve(
    ...calls,
    [quizzes.show, () => triple(quiz(more))],
    [quizzes.questions, () => ({ data: { questions: [], profiles, version: 4 } })],
    [quizzes.students, () => ({ data: [], next_cursor: null })],
  );
}

const visitResults = (at = '/quiz?id=7&aba=resultados') =>
  visit(<BuilderPage />, { at, roles: ['owner'] });

/** The results of students who handed in once each, all with the same score. */
const resultsOf = (members: number, mean: number, more: object = {}) => ({
  attempts: members,
  members,
  passed: 0,
  mean,
  median: mean,
  spread: 0,
  seconds: 60,
  median_seconds: 75,
  abandoned: 2,
  scores: Array.from({ length: 10 }, (_, ten) =>
    ten === Math.min(Math.floor(mean / 10), 9) ? members : 0,
  ),
  questions: [],
  open: [],
  ...more,
});

const studentOf = (id: number, name: string, more: object = {}) => ({
  member: { id, name, photo_url: null },
  score: 60,
  passed: false,
  profile: null,
  seconds: 60,
  timed_out: false,
  attempts: 1,
  finished_at: '2026-11-22T10:00:00.000Z',
  ...more,
});

test('an attempt that was handed in meanwhile is not closed, and the dialog says so', async () => {
  const kaue = { id: 31, name: 'Kauê', photo_url: null };
  const open = [{ id: 12, member: kaue, started_at: '2026-11-22T10:00:00.000Z', deadline: null }];
  const sent = serveQuiz([
    [quizzes.results, () => ({ data: resultsOf(1, 100, { open }) })],
    [quizzes.closeAttempt, () => refusing(409, 'Esta tentativa já foi entregue.')],
  ]);
  const { user } = visitResults();
  const running = within(await screen.findByRole('region', { name: 'Em andamento' }));
  await user.click(running.getByRole('button', { name: 'Encerrar' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Encerrar' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.closeAttempt'));
  expect(await asked.findByText('Esta tentativa já foi entregue.')).toBeVisible();
});

test('after an attempt was closed the focus stays with the others', async () => {
  const opened = (id: number, name: string) => ({
    id,
    member: { id, name, photo_url: null },
    started_at: '2026-11-22T10:00:00.000Z',
    deadline: null,
  });
  const open = [opened(31, 'Kauê'), opened(32, 'Íris')];
  serveQuiz([
    [quizzes.results, () => ({ data: resultsOf(1, 100, { open }) })],
    [
      quizzes.closeAttempt,
      () => {
        open.shift();
        return { data: { score: 50, passed: false, review: null } };
      },
    ],
  ]);
  const { user } = visitResults();
  const region = await screen.findByRole('region', { name: 'Em andamento' });
  await user.click(within(region).getAllByRole('button', { name: 'Encerrar' })[0]!);
  const asked = within(await screen.findByRole('dialog'));
  await user.click(asked.getByRole('button', { name: 'Encerrar' }));
  await waitFor(() => expect(within(region).queryByText('Kauê')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(region).toContainElement(document.activeElement as HTMLElement));
});

test('the owner downloads the attempts that count, or all of them', async () => {
  serveQuiz([[quizzes.results, () => ({ data: resultsOf(1, 100) })]]);
  visitResults();
  expect(await screen.findByRole('link', { name: 'Baixar CSV' })).toHaveAttribute(
    'href',
    '/api/v1/quizzes/7/results/export?attempt=first',
  );
  expect(await screen.findByRole('link', { name: /todas as tentativas/ })).toHaveAttribute(
    'href',
    '/api/v1/quizzes/7/results/export',
  );
});

describe('the results of a quiz', () => {
  const results = () => {
    const option = (id: number, text: string, correct: boolean) => ({
      id,
      text,
      correct,
      share: 0.5,
      mean: 50,
    });
    const question = {
      id: 1,
      text: 'Que \\(f\\)?',
      text_html: 'Que <span class="katex">f</span>?',
      right_share: 0.5,
      discrimination: null,
      options: [option(11, 'f/2', true), option(12, 'f/16', false)],
    };
    return resultsOf(2, 50, { passed: 1, spread: 50, profiles: [], questions: [question] });
  };

  test('show the right answers of a question, with formulas, and who chose each', async () => {
    const bScores = [
      { score: 20, count: 3 },
      { score: 40, count: 1 },
    ];
    const scores = {
      lowest: { score: 40, attempts: 5 },
      highest: { score: 80, attempts: 4 },
      options: [
        { id: 11, scores: [{ score: 90, count: 4 }], lowest: 1, highest: 4 },
        { id: 12, scores: bScores, lowest: 4, highest: 0 },
      ],
    };
    serveQuiz([
      [quizzes.results, () => ({ data: results() })],
      [quizzes.questionScores, () => ({ data: scores })],
    ]);
    const { user } = visitResults();
    const asked = await screen.findByRole('button', { name: /50%/ });
    await waitFor(() => expect(asked.querySelector('.katex')).toHaveTextContent('f'));
    await user.click(asked);
    const answers = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(answers.filter((text) => text!.startsWith('Af/2certa'))).toHaveLength(1);
    expect(answers.filter((text) => text!.startsWith('Bf/16certa'))).toHaveLength(0);
    expect(
      await screen.findByRole('img', { name: 'Quem marcou B tirou de 20% a 40%, em média 50%' }),
    ).toBeVisible();
    expect(screen.getByText('B leva quem tirou menos.').parentElement).toHaveTextContent(
      'Do terço com as menores notas (até 40%), 80% marcaram B; do terço com as maiores (80% ou mais), 0%.',
    );
  });

  const marina = () => studentOf(31, 'Marina Teles', { profile: 'gente', timed_out: true });
  const students = () => ({ data: [marina()], next_cursor: null });

  test('show the score and the time of a student, and those of all', async () => {
    serveQuiz([
      [quizzes.results, () => ({ data: results() })],
      [quizzes.students, students],
    ]);
    visitResults();
    const row = await screen.findByRole('button', { name: /Marina Teles/ });
    expect(row).toHaveTextContent('60%');
    expect(row).toHaveTextContent('1 min, tempo esgotado');
    const fact = (label: string) => screen.getByText(label).closest('div');
    expect(fact('metade levou até isso')).toHaveTextContent('1 min 15 s');
    expect(fact('pararam no caminho')).toHaveTextContent('2');
    expect(screen.getByText('Nota média de 50%, desvio de 50%.')).toBeVisible();
  });

  test('of behaviour show the profile of a student, and no score', async () => {
    const profiles = [{ key: 'gente', title: 'De gente', description: '' }];
    serveQuiz(
      [
        [quizzes.results, () => ({ data: results() })],
        [quizzes.students, students],
      ],
      { type: 'comportamental', profiles },
    );
    visitResults();
    const row = await screen.findByRole('button', { name: /Marina Teles/ });
    await waitFor(() => expect(row).toHaveTextContent('De gente'));
    expect(row).not.toHaveTextContent('%');
    expect(screen.queryByRole('combobox', { name: 'Ordem dos alunos' })).toBeNull();
  });
});

test('the owner moves through the students of the plot by arrow keys, and opens one', async () => {
  const plotted = Array.from({ length: 8 }, (_, index) => ({
    member: { id: 40 + index, name: `Aluna ${index}` },
    score: index * 10 + 20,
    passed: index * 10 + 20 >= 70,
    finished_at: '2026-11-22T10:00:00.000Z',
  }));
  serveQuiz(
    [
      [quizzes.results, () => ({ data: resultsOf(8, 55, { passed: 3, plotted }) })],
      [quizzes.memberAttempts, () => ({ data: [], attempts_left: 0 })],
    ],
    { goal: 70 },
  );
  const { user } = visitResults();
  const plot = within(await screen.findByRole('group', { name: 'Alunos por nota' }));
  const dots = plot.getAllByRole('button');
  expect(dots.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1, -1]);
  expect(dots[4]).toHaveAccessibleName('Aluna 4, 60%, não passou');
  dots[0]!.focus();
  expect(await plot.findByText('Aluna 0')).toBeVisible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(dots[2]).toHaveFocus();
  await user.keyboard('{End}{ArrowRight}');
  expect(dots[7]).toHaveFocus();
  expect(plot.getByText('Aluna 7')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Aluna 7' })).toBeVisible();
});

test('the owner finds a student by name, also where the first page of the search has none', async () => {
  const marina = studentOf(31, 'Marina Teles');
  const iris = studentOf(32, 'Íris Gonçalves');
  const found = (data: unknown[], next_cursor: string | null = null) => ({ data, next_cursor });
  const sent = serveQuiz([
    [quizzes.results, () => ({ data: resultsOf(2, 60) })],
    [
      quizzes.students,
      ({ query }) => {
        const q = query.get('q');
        if (query.get('order') === 'lowest') return found([iris, marina]);
        if (q === 'goncalves') return query.get('cursor') ? found([iris]) : found([], '1-1');
        return q === 'zz' ? found([]) : found([marina, iris]);
      },
    ],
  ]);
  const { user } = visitResults();
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  const search = screen.getByRole('searchbox', { name: 'Buscar aluno' });
  await user.type(search, 'goncalves{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  expect(await screen.findByRole('button', { name: /Íris Gonçalves/ })).toBeVisible();
  expect(await screen.findByText('1 resultado')).toHaveRole('status');
  await user.clear(search);
  await user.type(search, 'zz{Enter}');
  expect(await screen.findByText('Nenhum aluno com esse nome respondeu.')).toBeVisible();
  expect(await screen.findByText('Nada encontrado')).toHaveRole('status');
  expect(sent.filter(({ name }) => name === 'quizzes.students').length).toBeGreaterThan(3);

  await user.click(screen.getByRole('combobox', { name: 'Ordem dos alunos' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Mais recentes',
    'Maior nota',
    'Menor nota',
  ]);
  await user.click(screen.getByRole('option', { name: 'Menor nota' }));
  await waitFor(() =>
    expect(
      screen.getAllByRole('button', { name: /Marina|Íris/ }).map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Íris'), expect.stringContaining('Marina')]),
  );
});

test('the owner chooses by arrow keys which attempt counts, and all results follow', async () => {
  const option = { id: 11, text: 'f/2', correct: true, share: 0.5, mean: 50 };
  const aperture = { id: 1, text: 'Que abertura?', right_share: 0.5, discrimination: null };
  const results = resultsOf(3, 40, {
    profiles: [],
    questions: [{ ...aperture, options: [option] }],
  });
  const passed: Record<string, number> = { first: 1, best: 3, last: 2 };
  const asked: Record<string, string[]> = { results: [], students: [], scores: [] };
  /** Answers by the attempt that counts, and notes which one was asked for. */
  const noting =
    (name: string, answer: (attempt: string) => unknown): Calls[number][1] =>
    ({ query }) => {
      const attempt = query.get('attempt')!;
      asked[name]!.push(attempt);
      return answer(attempt);
    };
  const noScores = { data: { lowest: null, highest: null, options: [] } };
  serveQuiz([
    [
      quizzes.results,
      noting('results', (attempt) => ({ data: { ...results, passed: passed[attempt] } })),
    ],
    [quizzes.students, noting('students', () => ({ data: [], next_cursor: null }))],
    [quizzes.questionScores, noting('scores', () => noScores)],
  ]);
  const { user } = visitResults();
  expect(await screen.findByText('33%')).toBeVisible();
  const file = screen.getByRole('link', { name: 'Baixar CSV' });
  expect(file).toHaveAttribute('href', '/api/v1/quizzes/7/results/export?attempt=first');
  await user.click(screen.getByRole('button', { name: /Que abertura/ }));
  const choice = within(screen.getByRole('group', { name: 'Tentativa que conta' }));
  expect(choice.getByRole('radio', { name: '1ª tentativa' })).toBeChecked();
  choice.getByRole('radio', { name: '1ª tentativa' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('100%')).toBeVisible();
  expect(file).toHaveAttribute('href', '/api/v1/quizzes/7/results/export?attempt=best');
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('66%')).toBeVisible();
  for (const choices of Object.values(asked)) expect(choices).toEqual(['first', 'best', 'last']);
});

test('the URL of the results restores the chosen attempt', async () => {
  const asked: unknown[] = [];
  serveQuiz([
    [
      quizzes.results,
      ({ query }) => {
        asked.push(query.get('attempt'));
        return refusing(500, 'Não deu.');
      },
    ],
  ]);
  visitResults('/quiz?id=7&aba=resultados&conta=ultima');
  expect(await screen.findByRole('radio', { name: 'Última' })).toBeChecked();
  await waitFor(() => expect(asked[0]).toBe('last'));
});

test('the owner reads how many students have each profile, and who they are', async () => {
  const shares = [
    { key: 'sol', title: 'Sol', members: 1, share: 0.25 },
    { key: 'lua', title: 'Lua', members: 2, share: 0.5 },
    { key: 'mar', title: 'Mar', members: 0, share: 0 },
  ];
  const iris = studentOf(32, 'Íris Gonçalves', { profile: 'lua' });
  const having: Record<string, object[]> = {
    any: [studentOf(31, 'Marina Teles', { profile: 'sol' }), iris],
    lua: [iris],
    ' ': [studentOf(33, 'Seu Osvaldo')],
  };
  serveQuiz(
    [
      [quizzes.results, () => ({ data: resultsOf(4, 60, { profiles: shares }) })],
      [
        quizzes.students,
        ({ query }) => ({ data: having[query.get('profile') ?? 'any'], next_cursor: null }),
      ],
    ],
    {
      type: 'comportamental',
      profiles: shares.map(({ key, title }) => ({ key, title, description: '' })),
    },
  );
  const { user } = visitResults();
  const list = within(await screen.findByRole('region', { name: 'Perfis' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lua2 alunos50%',
    'Sol1 aluno25%',
    'Mar0 aluno0%',
    'Sem perfil1 aluno25%',
  ]);
  expect(list.getByRole('button', { name: /Mar/ })).toBeDisabled();
  // The best attempt of a behavioural quiz is the last one.
  expect(screen.queryByRole('radio', { name: 'Melhor' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  await user.click(list.getByRole('button', { name: /Lua/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  expect(screen.getByRole('button', { name: /Íris Gonçalves/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Mostrar alunos de todos os perfis/ }));
  expect(await screen.findByRole('button', { name: /Marina Teles/ })).toBeVisible();
  await user.click(list.getByRole('button', { name: /Sem perfil/ }));
  expect(await screen.findByRole('button', { name: /Seu Osvaldo/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Marina Teles/ })).toBeNull());
  const chip = screen.getByRole('button', { name: /Mostrar alunos de todos os perfis/ });
  expect(chip).toHaveTextContent('Sem perfil');
});

test('the results tell that attempts are still being counted, and read themselves again', async () => {
  let read = 0;
  serveQuiz([
    [
      quizzes.results,
      () => ({ data: resultsOf(500, 100, { handing_in: (read += 1) < 2 ? 1 : 0 }) }),
    ],
  ]);
  visitResults();
  const note = /^Ainda contamos tentativas/;
  expect(await screen.findByText(note)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(note)).toBeNull(), { timeout: 10_000 });
});

test('the hardest questions stand first, or all in the order of the quiz', async () => {
  const questionOf = (id: number, text: string, right_share: number | null) => ({
    id,
    text,
    right_share,
    discrimination: null,
    options: [],
  });
  const questions = [
    questionOf(1, 'Fácil', 0.9),
    questionOf(2, 'Nova', null),
    questionOf(3, 'Difícil', 0.1),
  ];
  serveQuiz([[quizzes.results, () => ({ data: resultsOf(3, 50, { questions }) })]]);
  const { user } = visitResults();
  const shown = () => screen.getAllByText(/^(Fácil|Nova|Difícil)$/).map((one) => one.textContent);
  const order = await screen.findByRole('combobox', { name: 'Ordem das perguntas' });
  expect(shown()).toEqual(['Difícil', 'Fácil', 'Nova']);
  await user.click(order);
  await user.click(await screen.findByRole('option', { name: 'Na ordem da avaliação' }));
  await waitFor(() => expect(shown()).toEqual(['Fácil', 'Nova', 'Difícil']));
});

test.each([
  { abandoned: 0, words: /^Os resultados aparecem aqui assim que/ },
  { abandoned: 2, words: '2 alunos pararam no caminho.' },
])('a quiz that nobody has handed in tells how many left: $abandoned', async (left) => {
  const { abandoned, words } = left;
  serveQuiz([[quizzes.results, () => ({ data: resultsOf(0, 0, { abandoned }) })]]);
  visitResults();
  expect(await screen.findByText('Ninguém respondeu ainda')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});
