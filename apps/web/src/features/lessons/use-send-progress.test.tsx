import { fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test, vi } from 'vitest';
import { entry, heading, lesson, openLesson, prepareLesson } from '../../test/lesson-page.tsx';
import { refusing } from '../../test/school.tsx';
import { waitingFor } from './progress-queue.ts';

beforeEach(prepareLesson);

test('finishing shows at once, everywhere, and is sent', async () => {
  const { user, sent } = openLesson(lesson());
  await heading();
  const [button] = screen.getAllByRole('button', { name: 'Concluir aula' });
  await user.click(button!);
  expect(screen.getAllByRole('button', { name: 'Aula concluída' })[0]).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(screen.getByText('2 de 3 aulas')).toBeVisible();
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      finished: true,
    }),
  );
});

test('finishing that the school refuses is taken back, and says why', async () => {
  const quiz = { id: 7, name: 'Prova da luz', required: 1 as const, open: true };
  let shown = lesson();
  const { user } = openLesson(
    shown,
    1,
    [catalog.showLesson, () => ({ data: shown })],
    [
      catalog.saveProgress,
      () => {
        // The owner lets the quiz count since the page was opened.
        shown = lesson({ quiz });
        return refusing(409, 'Para concluir esta aula, passe na avaliação dela.');
      },
    ],
  );
  await heading();
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  expect(
    await screen.findByText('Para concluir esta aula, passe na avaliação dela.'),
  ).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Passei antes' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Aula concluída' })).not.toBeInTheDocument();
  expect(screen.getByText('1 de 3 aulas')).toBeVisible();
});

test('finishing offline is stored until the connection returns', async () => {
  const { user } = openLesson(lesson());
  await heading();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  expect(screen.getAllByRole('button', { name: 'Aula concluída' })[0]).toBeVisible();
  await waitFor(() => expect(waitingFor(6)).toEqual({ finished: true }));
});

test('the end of a course shows a summary', async () => {
  const { user } = openLesson(lesson(), 1, [
    catalog.saveProgress,
    () => ({
      data: { seconds: 0, finished: true, course_progress: 100, completed: ['module', 'course'] },
    }),
  ]);
  await heading();
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  const toast = await screen.findByText('Você concluiu Macro sem mistério');
  expect(toast).toBeVisible();
  const { style } = toast.closest<HTMLElement>('[style]')!;
  expect(style.getPropertyValue('--undo-time'), 'at most 5 s (A section 8)').toBe('5000ms');
  expect(screen.getByText('Todas as 3 aulas, do começo ao fim. Parabéns!')).toBeVisible();
  expect(screen.queryByText(/Módulo concluído/)).not.toBeInTheDocument();
});

test('the end of a module names it', async () => {
  const { user } = openLesson(lesson(), 1, [
    catalog.saveProgress,
    () => ({
      data: { seconds: 0, finished: true, course_progress: 67, completed: ['module'] },
    }),
  ]);
  await heading();
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  expect(await screen.findByText(/^Módulo concluído: /)).toBeVisible();
});

test('the end of a course shows only after all lessons: not after 199 of 200', async () => {
  const embed = 'https://player.vimeo.com/video/1';
  const done = (count: number) => [
    entry(6, 'Foco empilhado, passo a passo'),
    ...Array.from({ length: 199 }, (_, index) =>
      entry(100 + index, `Aula ${index}`, { finished: index < count }),
    ),
  ];
  for (const [others, ends] of [
    [198, false],
    [199, true],
  ] as const) {
    const { leave } = openLesson(
      lesson({
        video_url: null,
        embed,
        next: null,
        modules: [{ id: 2, title: 'Nitidez de ponta a ponta', lessons: done(others) }],
      }),
      2,
    );
    const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
    const postFromPlayer = (event: string) =>
      fireEvent(
        window,
        new MessageEvent('message', {
          origin: 'https://player.vimeo.com',
          source: frame.contentWindow,
          data: { event, data: { seconds: 20, duration: 20 } },
        }),
      );
    for (let index = 0; index <= 20; index += 1) postFromPlayer('timeupdate');
    postFromPlayer('ended');
    const [button] = screen.getAllByRole('button', { name: /^(Concluir aula|Aula concluída)$/ });
    if (button!.getAttribute('aria-pressed') !== 'true') fireEvent.click(button!);
    await screen.findAllByRole('button', { name: 'Aula concluída' });
    if (ends) expect(await screen.findByText('Você concluiu')).toBeVisible();
    else expect(screen.queryByText('Você concluiu')).not.toBeInTheDocument();
    leave();
  }
});
