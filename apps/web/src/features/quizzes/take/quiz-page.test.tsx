import { screen, waitFor, within } from '@testing-library/react';
import { quizzes, type Attempt, type ReadAttempt } from '@vitrine/contract/quizzes';
import { expect, test } from 'vitest';
import { attempt, handedIn, myQuiz, openAttempt, saved } from '../../../test/quiz-page.tsx';
import { refusing, serve, visit } from '../../../test/school.tsx';
import QuizPage from './quiz-page.tsx';

test('by keyboard alone: each answer is saved at once, and the attempt is handed in', async () => {
  let done = false;
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
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
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
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
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
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
  // The button that opened the dialog is gone.
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a quiz that is removed during an attempt ends it, and is not taken for a lost connection', async () => {
  let removed = false;
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => (removed ? refusing(404, 'Não encontramos.') : { data: attempt() })],
    [
      quizzes.answer,
      () => {
        removed = true;
        return refusing(404, 'Não encontramos.', { code: 'not_found' });
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  expect(await screen.findByText('Esta avaliação não existe')).toBeVisible();
});

test('an attempt that ended elsewhere shows its result', async () => {
  let done = false;
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt(done ? handedIn : {}) })],
    [
      quizzes.answer,
      () => {
        done = true;
        return refusing(409, 'Esta tentativa já foi entregue.', { code: 'finished' });
      },
    ],
  );
  await user.click(await screen.findByText('f/16'));
  expect(await screen.findByText('Ainda não foi desta vez')).toBeVisible();
  const ring = screen.getByRole('img', { name: /^Nota/ });
  expect(ring.querySelector('.stroke-text-2')).not.toBeNull();
  expect(ring.querySelector('.stroke-brand')).toBeNull();
});

test('the question stays while the list of quizzes cannot be read again', async () => {
  let lists = 0;
  serve(
    [
      quizzes.mine,
      () => {
        lists += 1;
        return lists === 1 ? [myQuiz()] : refusing(500, 'Algo deu errado.');
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

test('an admin tries a draft before it is published', async () => {
  const draft = { ...myQuiz(), published: 0, tenant_id: 1, review: 'finished', product_ids: [] };
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

test('before the start the page shows the attempts and the time', async () => {
  serve(
    [quizzes.mine, () => [myQuiz({ time_limit: '00:20:00', stopwatch: 1 })]],
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

test('formulas are rendered in the question and its options', async () => {
  const shown = attempt();
  const [question] = shown.questions;
  const html = (what: string) => `Quanto é <span class="katex">${what}</span>?`;
  openAttempt(
    [quizzes.mine, () => [myQuiz()]],
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

test('an attempt of another quiz than that of the address is not found', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt({ ...handedIn, quiz_id: 8 }) })],
  );
  expect(await screen.findByText('Esta avaliação não existe')).toBeVisible();
});

test('another attempt begins blank, and its answers are its own', async () => {
  const attempts: Record<string, ReadAttempt> = {
    31: attempt({ ...handedIn, answers: [{ question_id: 1, option_ids: [11] }] }),
    32: attempt({ id: 32 }),
  };
  const { user, sent } = openAttempt(
    [quizzes.mine, () => [myQuiz({ attempts_left: null })]],
    [quizzes.attempt, ({ params }) => ({ data: attempts[params['id']!] })],
    [quizzes.start, () => ({ data: attempts[32] })],
    [quizzes.answer, ({ params }) => (expect(params['id']).toBe('32'), saved())],
  );
  await user.click(await screen.findByRole('button', { name: 'Refazer' }));
  expect(await screen.findByRole('radio', { name: /f\/2/ })).not.toBeChecked();
  await user.click(screen.getByRole('radio', { name: /f\/16/ }));
  await screen.findAllByText(/Respostas guardadas às/);
  expect(sent.filter(({ name }) => name === 'quizzes.answer')).toHaveLength(1);
});

test('another attempt that could not begin says why', async () => {
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
    [quizzes.start, () => refusing(409, 'Esta avaliação ainda não foi publicada.')],
  );
  await user.click(await screen.findByRole('button', { name: 'Refazer' }));
  expect(await screen.findByText('Esta avaliação ainda não foi publicada.')).toBeVisible();
});

test('a quiz of a lesson links back to it', async () => {
  const lesson = { id: 6, title: 'Prova da luz', course_id: 3, module_id: 4 };
  openAttempt(
    [quizzes.mine, () => [myQuiz({ lesson })]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
  );
  const back = await screen.findByRole('link', { name: 'Voltar à aula' });
  expect(back).toHaveAttribute('href', '/curso/3/prova-da-luz/6');
});

test('the questions that are marked stay marked after a reload', async () => {
  const visitOnce = () =>
    openAttempt([quizzes.mine, () => [myQuiz()]], [quizzes.attempt, () => ({ data: attempt() })]);
  const marked = () => screen.findByRole('button', { name: 'Pergunta 1, em branco, para rever' });
  const mark = async () =>
    (await screen.findAllByRole('button', { name: 'Marcar para rever' })).at(-1)!;
  const first = visitOnce();
  await first.user.click(await mark());
  expect(await marked()).toBeVisible();
  first.leave();
  const second = visitOnce();
  expect(await marked()).toBeVisible();
  await second.user.click(await mark());
  second.leave();
  visitOnce();
  expect(await screen.findByRole('button', { name: 'Pergunta 1, em branco' })).toBeVisible();
});

test('each question has a heading of its own, which takes the focus and so is read out', async () => {
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
  );
  const first = await screen.findByRole('heading', { level: 1 });
  expect(first).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  const second = await screen.findByRole('heading', { name: 'Quais são contínuas?' });
  expect(second).not.toBe(first);
  await waitFor(() => expect(second).toHaveFocus());
});

test('a shortcut of the browser chooses nothing, and a key held down chooses once', async () => {
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt() })],
    [quizzes.answer, saved],
  );
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{ArrowRight}');
  const box = await screen.findByRole('checkbox', { name: /Janela/ });
  await user.keyboard('{Control>}a{/Control}{Alt>}1{/Alt}{Meta>}1{/Meta}');
  expect(box).not.toBeChecked();
  await user.keyboard('{a>4/}');
  expect(box).toBeChecked();
});

test.each([
  { deadline: null, words: 'Suas respostas ficam guardadas. Continue quando quiser.' },
  {
    deadline: '2026-11-22T10:20:00.000Z',
    words: 'Suas respostas ficam guardadas, mas o relógio não para.',
  },
])('leaving says whether the clock goes on: $deadline', async ({ deadline, words }) => {
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt({ stopwatch: 1, deadline }) })],
  );
  await screen.findByText('Que abertura deixa entrar mais luz?');
  await user.click(screen.getByRole('button', { name: 'Sair da avaliação' }));
  expect(await screen.findByRole('dialog', { name: 'Sair da avaliação?' })).toHaveTextContent(
    words,
  );
});

test.each(['00:20:00', null])(
  'a quiz says before its start that its clock does not stop: %s',
  async (time_limit) => {
    serve([quizzes.mine, () => [myQuiz({ time_limit })]]);
    visit(<QuizPage />, { at: '/avaliacoes/7', path: '/avaliacoes/:id', roles: ['student'] });
    expect(await screen.findByRole('heading', { name: 'Luz e sombra' })).toBeVisible();
    expect(screen.queryAllByText(/^O relógio começa quando você começar/)).toHaveLength(
      time_limit ? 1 : 0,
    );
  },
);
