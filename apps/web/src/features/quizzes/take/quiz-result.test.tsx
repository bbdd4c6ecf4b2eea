import { screen, waitFor, within } from '@testing-library/react';
import { quizzes } from '@vitrine/contract/quizzes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attempt, handedIn, myQuiz, openAttempt } from '../../../test/quiz-page.tsx';

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

test('a behavioural quiz ends with its profile and the shares of the others', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz({ type: 'comportamental' })]],
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

test('of equal profiles the result stands first, and its card counts the answers', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz({ type: 'comportamental' })]],
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
    openAttempt(
      [quizzes.mine, () => [myQuiz({ type: 'comportamental' })]],
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
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz({ type: 'comportamental' })]],
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

test('an explanation links to the lesson of the quiz', async () => {
  const lesson = { id: 5, title: 'Distância mínima de foco', course_id: 2, module_id: 3 };
  openAttempt(
    [quizzes.mine, () => [myQuiz({ lesson })]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
  );
  expect(
    await screen.findByRole('link', { name: 'Rever em Distância mínima de foco' }),
  ).toHaveAttribute('href', expect.stringContaining('5'));
  expect(screen.getByText('mínimo 70')).toBeInTheDocument();
});

test('the answers of an attempt without a wrong one keep the focus when they open', async () => {
  const right = handedIn.review.map((one) => ({ ...one, correct: true }));
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt({ ...handedIn, passed: true, review: right }) })],
  );
  await user.click(await screen.findByRole('button', { name: 'Ver todas' }));
  expect(screen.getByText('Que abertura deixa entrar mais luz?')).toBeVisible();
  expect(document.body).not.toHaveFocus();
});

test('an attempt that failed says how many points were missing, and shows what was wrong first', async () => {
  const { user } = openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt(handedIn) })],
  );
  expect(await screen.findByText('O mínimo é 70%. Faltaram 20 pontos de 100.')).toBeVisible();
  const missed = screen.getByText('Ficou em branco.');
  expect(missed).toBeVisible();
  expect(screen.getByText('Janela')).toBeVisible();
  expect(screen.getAllByText('certa, 1 ponto')).toHaveLength(2);
  expect(screen.queryByText('sua resposta')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ver todas' }));
  expect(screen.getByText('sua resposta')).toBeVisible();
  // An option that is neither right nor chosen says nothing.
  expect(screen.queryByText('f/16')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ver só o que faltou' }));
  expect(screen.queryByText('sua resposta')).toBeNull();
});

test('a passed attempt names the questions that were missed', async () => {
  openAttempt(
    [quizzes.mine, () => [myQuiz()]],
    [quizzes.attempt, () => ({ data: attempt({ ...handedIn, passed: true }) })],
  );
  expect(await screen.findByText('Faltou a pergunta 2.')).toBeVisible();
  expect(screen.queryByText(/O mínimo é/)).toBeNull();
});
