import { act, screen, waitFor, within } from '@testing-library/react';
import { quizzes, type Attempt, type MyQuiz, type ReadAttempt } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../../test/school.tsx';
import MyQuizzesPage from './my-quizzes-page.tsx';
import QuizPage from './quiz-page.tsx';

const quiz = (more: Partial<MyQuiz> = {}): MyQuiz => ({
  id: 7,
  name: 'Luz e sombra',
  type: 'comun',
  goal: 70,
  repeat: 0,
  stopwatch: 0,
  time_limit: null,
  questions_count: 2,
  attempts: 0,
  attempts_left: 1,
  open_attempt: null,
  result: null,
  lesson: null,
  ...more,
});

const attempt = (more: Partial<ReadAttempt> = {}): ReadAttempt => ({
  id: 31,
  quiz_id: 7,
  member: { id: 7, name: 'Kauê' },
  name: 'Luz e sombra',
  type: 'comun',
  stopwatch: 0,
  questions: [
    {
      id: 1,
      kind: 'single',
      text: 'Que abertura deixa entrar mais luz?',
      image: null,
      image_alt: null,
      weight: 1,
      options: [
        { id: 11, text: 'f/2' },
        { id: 12, text: 'f/16' },
      ],
    },
    {
      id: 2,
      kind: 'multiple',
      text: 'Quais são contínuas?',
      image: null,
      image_alt: null,
      weight: 1,
      options: [
        { id: 21, text: 'Janela' },
        { id: 22, text: 'Lanterna' },
      ],
    },
  ],
  deadline: null,
  started_at: '2026-11-22T10:00:00.000Z',
  now: '2026-11-22T10:00:05.000Z',
  answers: [],
  ...more,
});

const handedIn = {
  goal: 70,
  score: 50,
  passed: false,
  profile: null,
  profiles: [],
  weights: [],
  review: [
    { question_id: 1, correct: true, chosen: [11], right: [11], explanation: null },
    {
      question_id: 2,
      correct: false,
      chosen: [],
      right: [21, 22],
      explanation: 'Acendem sem parar.',
    },
  ],
  right: 1,
  finished_at: '2026-11-22T10:03:00.000Z',
  seconds: 180,
};

const open = (...answers: Parameters<typeof serve>) => {
  const sent = serve(...answers);
  const page = visit(<QuizPage />, {
    at: '/avaliacoes/7?tentativa=31',
    path: '/avaliacoes/:id',
    roles: ['student'],
  });
  return { ...page, sent };
};
const saved = () => ({ data: { saved_at: '2026-11-22T10:00:09.000Z' } });

test('by keyboard alone: each answer is saved at once, and the attempt is handed in', async () => {
  let done = false;
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt(done ? handedIn : {}) })],
    [quizzes.answer, saved],
    [
      quizzes.finish,
      () => {
        done = true;
        return { data: { id: 31, ...handedIn } };
      },
    ],
  );
  const first = await screen.findByRole('heading', { name: 'Que abertura deixa entrar mais luz?' });
  expect(first).toHaveFocus();
  await user.keyboard('1');
  expect(screen.getByRole('radio', { name: /f\/2/ })).toBeChecked();
  await user.keyboard('{Enter}');
  await screen.findByText('Quais são contínuas?');
  await user.keyboard('{ArrowLeft}');
  await screen.findByText('Que abertura deixa entrar mais luz?');
  await user.keyboard('{ArrowRight}');
  await screen.findByText('Quais são contínuas?');
  await user.keyboard('{ArrowRight}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('ab');
  await user.keyboard('a');
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'quizzes.answer').at(-1)?.body).toEqual({
      question_id: 2,
      option_ids: [22],
    }),
  );
  await user.keyboard('{Enter}');
  const asked = await screen.findByRole('dialog');
  expect(asked).toHaveTextContent('Todas as perguntas têm resposta.');
  await user.click(within(asked).getByRole('button', { name: 'Entregar' }));
  const result = await screen.findByRole('heading', { name: 'Ainda não foi desta vez' });
  await waitFor(() => expect(result).toHaveFocus());
  expect(sent.filter(({ name }) => name === 'quizzes.answer')[0]?.body).toEqual({
    question_id: 1,
    option_ids: [11],
  });
  expect(screen.getByText('Acendem sem parar.')).toBeVisible();
});

test('an image of a question opens large by keyboard, and takes all keys', async () => {
  const base = attempt();
  const [first, ...rest] = base.questions;
  const imaged = {
    ...first!,
    image: '/files/dente-de-leao-1600x900.webp',
    image_alt: 'Dente-de-leão',
  };
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt({ questions: [imaged, ...rest] }) })],
    [quizzes.answer, saved],
  );
  const image = await screen.findByRole('button', { name: 'Ampliar imagem: Dente-de-leão' });
  image.focus();
  await user.keyboard('{Enter}');
  const large = within(await screen.findByRole('dialog', { name: 'Imagem 1 de 1' }));
  expect(large.getByRole('img', { name: 'Dente-de-leão' })).toBeVisible();
  large.getByRole('button', { name: 'Fechar' }).focus();
  await user.keyboard('1{ArrowRight}');
  expect(sent.map(({ name }) => name)).not.toContain('quizzes.answer');
  expect(screen.getByRole('heading', { name: first!.text, hidden: true })).toBeInTheDocument();
  await user.click(large.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('leaving asks once, and the dialog takes all keys', async () => {
  const { user } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, saved],
  );
  await screen.findByText('Que abertura deixa entrar mais luz?');
  await user.click(screen.getByRole('button', { name: 'Sair da avaliação' }));
  const asked = await screen.findByRole('dialog', { name: 'Sair da avaliação?' });
  await user.keyboard('2');
  await user.click(within(asked).getByRole('button', { name: 'Continuar respondendo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('radio', { name: /f\/16/ })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Sair da avaliação' }));
  await user.click(await screen.findByRole('button', { name: 'Sair' }));
  expect(await screen.findByRole('button', { name: 'Começar' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('saved answers show again, and the first blank question is open', async () => {
  open(
    [quizzes.mine, () => [quiz()]],
    [
      quizzes.attempt,
      () => ({ data: attempt({ answers: [{ question_id: 1, option_ids: [12] }] }) }),
    ],
  );
  expect(await screen.findByRole('heading', { name: 'Quais são contínuas?' })).toBeVisible();
  // Without a stopwatch there is no clock, and no rendered flag.
  expect(screen.queryByText('0')).not.toBeInTheDocument();
  expect(screen.getAllByText('1 de 2 respondidas').length).toBeGreaterThan(0);
  // The second question may have several right answers, and says so on every screen.
  expect(screen.getByRole('group', { name: 'Quais são contínuas?' })).toHaveAccessibleDescription(
    'marque todas as certas',
  );
});

test('an answer without a connection is sent when it is back', async () => {
  let online = false;
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => (online ? saved() : refusing(503, 'Estamos com muitos pedidos.'))],
  );
  await user.click(await screen.findByText('f/16'));
  expect(
    (await screen.findAllByText(/Guardamos a resposta assim que ela voltar/))[0],
  ).toBeInTheDocument();
  online = true;
  dispatchEvent(new Event('online'));
  expect((await screen.findAllByText(/Respostas guardadas às/))[0]).toBeInTheDocument();
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(2);
});

test('a hand-in sends unsent answers, and none that another tab may have changed', async () => {
  let done = false;
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          answers: [{ question_id: 1, option_ids: [11] }],
          ...(done && handedIn),
        }),
      }),
    ],
    [quizzes.answer, () => refusing(503, 'Estamos com muitos pedidos.')],
    [
      quizzes.finish,
      () => {
        done = true;
        return { data: { id: 31, ...handedIn } };
      },
    ],
  );
  await screen.findByText('Quais são contínuas?');
  await user.keyboard('b');
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  await user.keyboard('{Enter}');
  const asked = await screen.findByRole('dialog');
  await user.click(within(asked).getByRole('button', { name: 'Entregar' }));
  await screen.findByText('Ainda não foi desta vez');
  expect(sent.find(({ name }) => name === 'quizzes.finish')?.body).toEqual({
    answers: [{ question_id: 2, option_ids: [22] }],
  });
});

test('a tab that is opened again shows answers of another tab', async () => {
  let elsewhere: Attempt['answers'] = [];
  const { user } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt({ answers: elsewhere }) })],
    [quizzes.answer, saved],
  );
  await user.click(await screen.findByText('f/2'));
  await screen.findAllByText(/Respostas guardadas às/);
  elsewhere = [{ question_id: 1, option_ids: [12] }];
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.getByRole('radio', { name: /f\/16/ })).toBeChecked());
});

test('a choice during a reload of the attempt stays', async () => {
  let readings = 0;
  let answer = (): void => {};
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [
      quizzes.attempt,
      async () => {
        readings += 1;
        if (readings > 1) await new Promise<void>((resolve) => (answer = resolve));
        return { data: attempt() };
      },
    ],
    [quizzes.answer, saved],
  );
  await screen.findByText('f/16');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(readings).toBe(2));
  await user.click(screen.getByText('f/16'));
  await screen.findAllByText(/Respostas guardadas às/);
  await act(async () => answer());
  expect(screen.getByRole('radio', { name: /f\/16/ })).toBeChecked();
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(1);
});

test('a quiz that is removed during an attempt ends it, and is not taken for a lost connection', async () => {
  let removed = false;
  const { user } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => (removed ? refusing(404, 'Não encontramos.') : { data: attempt() })],
    [
      quizzes.answer,
      () => {
        removed = true;
        return refusing(404, 'Não encontramos.');
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  expect(await screen.findByText('Esta avaliação não existe')).toBeVisible();
});

test('the clock announces the last two minutes, and the end of the time', async () => {
  open(
    [quizzes.mine, () => [quiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({ data: attempt({ stopwatch: 1, deadline: '2026-11-22T10:01:30.000Z' }) }),
    ],
  );
  expect(await screen.findByText('Faltam menos de dois minutos.')).toBeInTheDocument();
  expect(screen.getByText(/^Termina às \d\d:\d\d\./)).toBeInTheDocument();
});

test('an attempt that ended elsewhere shows its result', async () => {
  let done = false;
  const { user } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt(done ? handedIn : {}) })],
    [
      quizzes.answer,
      () => {
        done = true;
        return refusing(409, 'Esta tentativa já foi entregue.');
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  expect(await screen.findByText('Ainda não foi desta vez')).toBeVisible();
  const ring = screen.getByRole('img', { name: /^Nota/ });
  expect(ring.querySelector('.stroke-text-2')).not.toBeNull();
  expect(ring.querySelector('.stroke-brand')).toBeNull();
});

test('at the end of the time the answers are handed in automatically', async () => {
  let done = false;
  const { sent } = open(
    [quizzes.mine, () => [quiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:06.000Z',
          answers: [{ question_id: 1, option_ids: [11] }],
          ...(done && handedIn),
        }),
      }),
    ],
    [
      quizzes.finish,
      () => {
        done = true;
        return { data: { id: 31, ...handedIn } };
      },
    ],
  );
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 5_000 })).toBeVisible();
  expect(sent.map(({ name }) => name)).toContain('quizzes.finish');
});

test('at the end of the time a page without a connection hands in when it is back', async () => {
  let tries = 0;
  open(
    [quizzes.mine, () => [quiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:05.000Z',
          ...(tries > 1 && handedIn),
        }),
      }),
    ],
    [
      quizzes.finish,
      () => {
        tries += 1;
        return tries === 1
          ? refusing(503, 'Estamos com muitos pedidos.')
          : { data: { id: 31, ...handedIn } };
      },
    ],
  );
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 8_000 })).toBeVisible();
}, 15_000);

test('after the end of the time, unsent answers are reported as not counted', async () => {
  let online = false;
  let done = false;
  const late = { status: 409, message: 'O tempo terminou. Contamos o que chegou.' };
  const { user } = open(
    [quizzes.mine, () => [quiz({ stopwatch: 1, time_limit: '00:01:00' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          stopwatch: 1,
          deadline: '2026-11-22T10:00:07.000Z',
          ...(done && handedIn),
        }),
      }),
    ],
    [quizzes.answer, () => refusing(503, 'Sem linha.')],
    [
      quizzes.finish,
      () => {
        if (!online) return refusing(503, 'Sem linha.');
        done = true;
        return refusing(late.status, late.message, { code: 'deadline_passed' });
      },
    ],
  );
  await user.click(await screen.findByRole('radio', { name: /f\/2/ }));
  expect(await screen.findAllByText(/^Sem conexão\. Guardamos/)).not.toHaveLength(0);
  const told = await screen.findAllByText(/^O tempo terminou sem conexão/, {}, { timeout: 5_000 });
  expect(told).not.toHaveLength(0);
  online = true;
  expect(await screen.findByText('Ainda não foi desta vez', {}, { timeout: 8_000 })).toBeVisible();
  expect(await screen.findAllByText(late.message)).toHaveLength(1);
}, 20_000);

test('an attempt that ran out of time is reloaded in the list too', async () => {
  let done = false;
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt(done ? handedIn : {}) })],
    [
      quizzes.answer,
      () => {
        done = true;
        return refusing(409, 'O tempo terminou.');
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  await screen.findByText('Ainda não foi desta vez');
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'quizzes.mine').length).toBeGreaterThan(1),
  );
});

test('the question stays while the list of quizzes cannot be read again', async () => {
  let lists = 0;
  serve(
    [
      quizzes.mine,
      () => {
        lists += 1;
        return lists === 1 ? [quiz()] : refusing(500, 'Algo deu errado.');
      },
    ],
    [quizzes.start, () => ({ data: attempt() as Attempt })],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, saved],
  );
  const { user } = visit(<QuizPage />, {
    at: '/avaliacoes/7',
    path: '/avaliacoes/:id',
    roles: ['student'],
  });
  await user.click(await screen.findByRole('button', { name: 'Começar' }));
  await waitFor(() => expect(lists).toBeGreaterThan(1));
  await user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Respostas guardadas às/);
  expect(screen.getByRole('radio', { name: /f\/16/ })).toBeChecked();
});

test('an unsent answer survives a reload, and is sent then', async () => {
  let online = false;
  const visitOnce = () =>
    open(
      [quizzes.mine, () => [quiz()]],
      [quizzes.attempt, () => ({ data: attempt() })],
      [quizzes.answer, () => (online ? saved() : refusing(503, 'Estamos com muitos pedidos.'))],
    );
  const first = visitOnce();
  await first.user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  first.leave();

  const second = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).toBeChecked();
  second.leave();

  online = true;
  const third = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).toBeChecked();
  await waitFor(() => expect(third.sent.map(({ name }) => name)).toContain('quizzes.answer'));
  await screen.findAllByText(/Respostas guardadas às/);
  third.leave();

  const last = visitOnce();
  expect(await screen.findByRole('radio', { name: /f\/16/ })).not.toBeChecked();
  expect(last.sent.map(({ name }) => name)).not.toContain('quizzes.answer');
});

test('a reload does not revert an answer of another device', async () => {
  let elsewhere: Attempt['answers'] = [];
  const visitOnce = () =>
    open(
      [quizzes.mine, () => [quiz()]],
      [quizzes.attempt, () => ({ data: attempt({ answers: elsewhere }) })],
      [quizzes.answer, () => refusing(503, 'Estamos com muitos pedidos.')],
    );
  const first = visitOnce();
  await first.user.click(await screen.findByText('f/16'));
  await screen.findAllByText(/Guardamos a resposta assim que ela voltar/);
  first.leave();
  elsewhere = [{ question_id: 1, option_ids: [11] }];
  const second = visitOnce();
  await second.user.click(await screen.findByRole('button', { name: /^Pergunta 1, respondida/ }));
  expect(await screen.findByRole('radio', { name: /f\/2/ })).toBeChecked();
  expect(second.sent.map(({ name }) => name)).not.toContain('quizzes.answer');
});

test('an admin tries a draft before it is published', async () => {
  const draft = { ...quiz(), published: 0, tenant_id: 1, review: 'finished', product_ids: [] };
  const shown = { ...draft, lessons: [], has_attempts: false, version: 1 };
  serve(
    [quizzes.mine, () => []],
    [quizzes.show, () => ['', 200, { data: shown }]],
    [quizzes.start, () => ({ data: attempt() as Attempt })],
    [quizzes.attempt, () => ({ data: attempt() })],
  );
  const { user } = visit(<QuizPage />, {
    at: '/avaliacoes/7',
    path: '/avaliacoes/:id',
    roles: ['owner'],
  });
  expect(await screen.findByText(/^Alunos ainda não podem responder/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Começar' }));
  expect(await screen.findByText('Que abertura deixa entrar mais luz?')).toBeVisible();
});

test('a behavioural quiz ends with its profile and the shares of the others', async () => {
  open(
    [quizzes.mine, () => [quiz({ type: 'comportamental' })]],
    [
      quizzes.attempt,
      () => ({
        data: attempt({
          ...handedIn,
          type: 'comportamental',
          passed: null,
          profile: { key: 'luz', title: 'Quem espera a luz', description: 'Chega antes.' },
          profiles: [
            { key: 'perto', title: 'Quem chega perto', share: 0.25 },
            { key: 'luz', title: 'Quem espera a luz', share: 0.75 },
          ],
        }),
      }),
    ],
  );
  expect(await screen.findByRole('heading', { name: 'Quem espera a luz' })).toBeVisible();
  expect(screen.getAllByText(/%$/).map((one) => one.textContent)).toEqual(['75%', '25%']);
});

const behavioural = {
  ...handedIn,
  type: 'comportamental' as const,
  passed: null,
  profile: { key: 'luz', title: 'Quem espera a luz', description: 'Chega antes.' },
  profiles: [
    { key: 'perto', title: 'Quem chega perto', share: 0.5 },
    { key: 'luz', title: 'Quem espera a luz', share: 0.5 },
  ],
  weights: [
    { profile: 'luz', weight: 2 },
    { profile: 'perto', weight: 2 },
  ],
};

test('of equal profiles the result stands first, and its card counts the answers', async () => {
  open(
    [quizzes.mine, () => [quiz({ type: 'comportamental' })]],
    [quizzes.attempt, () => ({ data: attempt(behavioural) })],
  );
  expect(await screen.findByRole('img', { name: 'Kauê é Quem espera a luz' })).toBeVisible();
  expect(screen.getByText('Cada raio do sol é uma das suas 2 respostas.')).toBeVisible();
  const shares = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shares).toEqual(['Quem espera a luz50%', 'Quem chega perto50%']);
});

test('the courses that fit the profile show below it, only to the student who took the quiz', async () => {
  const asked: unknown[] = [];
  const courses = [
    { id: 4, title: 'Luz natural', cover: null, modules: 6, seconds: 15_000 },
    { id: 9, title: 'Expedição Picos', cover: null, modules: 1, seconds: 0 },
  ];
  const show = (member: { id: number; name: string }) =>
    open(
      [quizzes.mine, () => [quiz({ type: 'comportamental' })]],
      [quizzes.attempt, () => ({ data: attempt({ ...behavioural, member }) })],
      [
        quizzes.profileCourses,
        () => {
          asked.push(member.id);
          return { data: courses };
        },
      ],
    );
  const { leave } = show({ id: 7, name: 'Kauê' });
  const list = within(await screen.findByRole('region', { name: 'Para o seu perfil' }));
  expect(list.getByRole('link', { name: /Luz natural/ })).toHaveAttribute('href', '/courses/4');
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Luz natural6 módulos, 4 h 10 min',
    'Expedição Picos1 módulo',
  ]);
  leave();
  show({ id: 8, name: 'Marina' });
  expect(await screen.findByRole('img', { name: /Quem espera a luz/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Para o seu perfil' })).not.toBeInTheDocument();
  expect(asked).toEqual([7]);
});

test('the image of the card is shared where the browser can, and saved elsewhere', async () => {
  const image = new Blob(['png'], { type: 'image/png' });
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  toBlob.mockImplementation((done) => done(image));
  const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve());
  const canShare = (can: boolean) => Object.assign(navigator, { share, canShare: () => can });
  onTestFinished(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'canShare');
  });
  canShare(true);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = open(
    [quizzes.mine, () => [quiz({ type: 'comportamental' })]],
    [quizzes.attempt, () => ({ data: attempt(behavioural) })],
  );
  const button = await screen.findByRole('button', { name: 'Compartilhar' });
  await user.click(button);
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const { files, text } = share.mock.calls[0]![0];
  expect(files?.map(({ name }) => name)).toEqual(['Quem-espera-a-luz.png']);
  expect(text).toContain('Luz e sombra: meu perfil é Quem espera a luz');
  expect(saved).not.toHaveBeenCalled();

  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await user.click(button);
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(saved).not.toHaveBeenCalled();

  canShare(false);
  await user.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(await screen.findByText('Imagem salva')).toBeVisible();

  toBlob.mockImplementation((done) => done(null));
  await user.click(screen.getByRole('button', { name: 'Salvar imagem' }));
  expect(await screen.findByText('A imagem não ficou pronta. Tente de novo.')).toBeVisible();
});

test('an answer says that it is stored, once the server has it', async () => {
  const stored = Promise.withResolvers<void>();
  const { user, sent } = open(
    [quizzes.mine, () => [quiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, () => stored.promise.then(saved)],
  );
  await user.click(await screen.findByRole('radio', { name: /f\/2/ }));
  const chosen = screen.getByText('f/2').closest('label')!;
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('quizzes.answer'));
  expect(chosen).not.toHaveTextContent('guardada');
  stored.resolve();
  await waitFor(() => expect(chosen).toHaveTextContent('guardada'));
});

test('an explanation links to the lesson of the quiz', async () => {
  const lesson = { id: 5, title: 'Distância mínima de foco', course_id: 2, module_id: 3 };
  open(
    [quizzes.mine, () => [quiz({ lesson })]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
  );
  expect(
    await screen.findByRole('link', { name: 'Rever em Distância mínima de foco' }),
  ).toHaveAttribute('href', expect.stringContaining('5'));
  expect(screen.getByText('mínimo 70')).toBeInTheDocument();
});

test('before the start the page shows the attempts and the time', async () => {
  serve(
    [quizzes.mine, () => [quiz({ time_limit: '00:20:00', stopwatch: 1 })]],
    [quizzes.start, () => ({ data: attempt() as Attempt })],
    [quizzes.attempt, () => ({ data: attempt() })],
  );
  const { user } = visit(<QuizPage />, {
    at: '/avaliacoes/7',
    path: '/avaliacoes/:id',
    roles: ['student'],
  });
  expect(await screen.findByText(/2 perguntas · mínimo de 70% · 20 min/)).toBeVisible();
  expect(screen.getByText('Você tem uma tentativa.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Começar' }));
  expect(await screen.findByText('Que abertura deixa entrar mais luz?')).toBeVisible();
});

test('the list separates open quizzes from finished ones', async () => {
  serve([
    quizzes.mine,
    () => [
      quiz(),
      quiz({
        id: 8,
        name: 'Macro',
        attempts_left: 0,
        result: {
          attempt_id: 3,
          score: 85.5,
          passed: true,
          profile: null,
          finished_at: '2026-11-20T10:00:00.000Z',
        },
      }),
    ],
  ]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['student'] });
  const group = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('section')!);
  expect((await group('Para fazer')).getByRole('link', { name: 'Luz e sombra' })).toHaveAttribute(
    'href',
    '/avaliacoes/7',
  );
  expect((await group('Concluídas')).getByText('85%')).toBeVisible();
  expect((await group('Concluídas')).getByText('Sem mais tentativas')).toBeVisible();
});

test('an empty list says when something appears', async () => {
  serve([quizzes.mine, () => []]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['student'] });
  expect(await screen.findByText('Nenhuma avaliação por aqui')).toBeVisible();
});

test('an empty list leads an admin to the form for a new quiz', async () => {
  serve([quizzes.mine, () => []]);
  visit(<MyQuizzesPage />, { at: '/avaliacoes', roles: ['admin'] });
  const create = await screen.findByRole('link', { name: 'Nova avaliação' });
  expect(create).toHaveAttribute('href', '/avaliacoes?editar=avaliacoes');
});

test('formulas are rendered in the question and its options', async () => {
  const shown = attempt();
  const [question] = shown.questions;
  const html = (what: string) => `Quanto é <span class="katex">${what}</span>?`;
  open(
    [quizzes.mine, () => [quiz()]],
    [
      quizzes.attempt,
      () => ({
        data: {
          ...shown,
          questions: [
            {
              ...question!,
              text_html: html('x²'),
              options: [{ id: 11, text: '\\(4\\)', text_html: html('4') }],
            },
          ],
        },
      }),
    ],
  );
  expect(await screen.findByText('x²')).toHaveClass('katex');
  expect(screen.getByText('4')).toHaveClass('katex');
});

test('staff can read the attempt of a student, and cannot answer', async () => {
  serve(
    [quizzes.mine, () => []],
    [quizzes.attempt, () => ({ data: attempt({ ...handedIn, member: { id: 55, name: 'Kauê' } }) })],
  );
  const { user } = visit(<QuizPage />, {
    at: '/avaliacoes/7?tentativa=31',
    path: '/avaliacoes/:id',
    roles: ['owner'],
  });
  expect(await screen.findByText('Tentativa de Kauê')).toBeVisible();
  expect(screen.getByText('Não passou')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver todas' }));
  expect(screen.getByText('resposta do aluno')).toBeVisible();
  expect(screen.queryByText(/sua/i)).toBeNull();
  expect(screen.getByRole('link', { name: 'Resultados' })).toHaveAttribute(
    'href',
    '/quiz?id=7&aba=resultados',
  );
  expect(screen.queryByRole('button', { name: 'Refazer' })).not.toBeInTheDocument();
});

test('a quiz of a lesson links back to it', async () => {
  const lesson = { id: 6, title: 'Prova da luz', course_id: 3, module_id: 4 };
  open(
    [quizzes.mine, () => [quiz({ lesson })]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
  );
  const back = await screen.findByRole('link', { name: 'Voltar à aula' });
  expect(back).toHaveAttribute('href', '/curso/3/prova-da-luz/6');
});
