import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { beforeEach, expect, test } from 'vitest';
import { AQuiz, heading, lesson, openLesson, prepareLesson } from '../../test/lesson-page.tsx';
import { refusing, serve, visit } from '../../test/school.tsx';
import { LessonPage } from './lesson-page.tsx';
import { queueProgress, waitingFor } from './progress-queue.ts';

beforeEach(prepareLesson);

test('in Lista the outline is beside the lesson, with the progress', async () => {
  openLesson(lesson());
  await heading();
  const list = screen.getByRole('complementary', { name: 'Aulas do curso' });
  expect(within(list).getByText('1 de 3 aulas')).toBeVisible();
  expect(within(list).getByRole('link', { current: 'page' })).toHaveTextContent('Foco empilhado');
  expect(within(list).getByRole('link', { name: /Juntando as fotos/ })).toHaveAttribute(
    'href',
    '/curso/1/juntando-as-fotos/7',
  );
  expect(screen.queryByRole('navigation', { name: 'Aulas vizinhas' })).not.toBeInTheDocument();
});

test('a required quiz replaces the button until the lesson is finished', async () => {
  const quiz = { id: 7, name: 'Prova da luz', required: 1 as const, open: true };
  const { user, sent } = openLesson(lesson({ quiz, finished: false }));
  await heading();
  expect(screen.queryByRole('button', { name: 'Concluir aula' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Passei antes' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      finished: true,
    }),
  );
});

test('a lesson with a quiz that does not count is finished by its button', async () => {
  const quiz = { id: 7, name: 'Prova da luz', required: 0 as const, open: true };
  openLesson(lesson({ quiz, finished: false }));
  await heading();
  expect(screen.getAllByRole('button', { name: 'Concluir aula' })[0]).toBeVisible();
});

test('in Sequência the arrows lead from lesson to lesson', async () => {
  openLesson(lesson(), 2);
  await heading();
  const ways = screen.getByRole('navigation', { name: 'Aulas vizinhas' });
  expect(within(ways).getByRole('link', { name: /Próxima aula/ })).toHaveTextContent(
    'Juntando as fotos',
  );
  expect(within(ways).getByRole('link', { name: /Aula anterior/ })).toBeVisible();
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
});

test('in Tela cheia the outline is in a sheet', async () => {
  const { user } = openLesson(lesson(), 3);
  await heading();
  expect(screen.queryByText('1 de 3 aulas')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Aulas 1/3' }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByRole('link', { current: 'page' })).toBeVisible();
});

test('a lesson with text only has no player', async () => {
  openLesson(lesson({ video_url: null }));
  expect(await screen.findByText('Várias fotos, cada uma nítida num ponto.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Vídeo da aula' })).not.toBeInTheDocument();
});

test('a lesson that is removed while it is open says so', async () => {
  let removed = false;
  openLesson(
    lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }),
    1,
    [
      catalog.showLesson,
      () =>
        removed
          ? refusing(404, 'Não encontramos')
          : { data: lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }) },
    ],
    [catalog.saveProgress, () => refusing(404, 'Não encontramos')],
  );
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  removed = true;
  const data = { event: 'pause', data: { seconds: 12, duration: 20 } };
  const origin = 'https://player.vimeo.com';
  fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  expect(await screen.findByText('Esta aula não existe')).toBeVisible();
});

test('a locked lesson names the product that opens it', async () => {
  const data = {
    course: { id: 1, title: 'Macro sem mistério' },
    upsell: {
      text: 'Assine hoje.',
      link: 'https://loja.example.com',
      products: [{ id: 3, title: 'Plano Estúdio' }],
    },
  };
  openLesson(lesson(), 1, [catalog.showLesson, () => refusing(403, 'Sem acesso', { data })]);
  expect(
    await screen.findByText('Disponível para quem tem Plano Estúdio. Assine hoje.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Quero ter acesso' })).toHaveAttribute(
    'href',
    'https://loja.example.com',
  );
});

test('a missing lesson shows a not-found message', async () => {
  openLesson(lesson(), 1, [catalog.showLesson, () => refusing(404, 'Não encontramos')]);
  expect(await screen.findByRole('heading', { name: 'Esta aula não existe' })).toBeVisible();
});

test('a PDF among the materials opens in place; a lesson’s only PDF is open', async () => {
  const { user, leave } = openLesson(lesson({ content: '<p>Luz</p>' }));
  await user.click(await screen.findByRole('tab', { name: /Materiais/ }));
  const row = screen.getByRole('button', { name: /Guia\.pdf/ });
  expect(row).toHaveAttribute('aria-expanded', 'false');
  await user.click(row);
  expect(row).toHaveAttribute('aria-expanded', 'true');
  leave();
  openLesson(lesson({ content: '', video_url: null }));
  expect(await screen.findByRole('button', { name: /Guia\.pdf/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

const upsell = {
  text: '',
  link: 'https://loja.com',
  price_text: 'R$ 89',
  button_text: 'Quero',
  products: [{ id: 1, title: 'Estúdio' }],
};

test('a sample lesson says that it is one, and sells its course', async () => {
  openLesson(lesson({ sample: 1, upsell, next: null, previous: null }));
  await heading();
  const offer = within(screen.getByRole('region', { name: 'Aula de amostra' }));
  expect(offer.getByText('Esta é uma aula de amostra de Macro sem mistério.')).toBeVisible();
  expect(offer.getByRole('link', { name: 'Quero' })).toHaveAttribute('href', 'https://loja.com');
});

test.each([1, 2, 3])(
  'a visitor watches a sample in template %i without a session',
  async (template) => {
    serve(
      [catalog.showLesson, () => ({ data: lesson({ sample: 1, upsell, next: null }) })],
      [
        lessonPage.show,
        () => ({
          data: {
            comment: 1,
            theme_classes: template,
            course_page_indicator: 1,
            module_page_indicator: 1,
          },
        }),
      ],
    );
    visit(<LessonPage id={6} Comments={() => <p>Aqui se comenta</p>} Quiz={AQuiz} />, {
      roles: [],
    });
    await heading();
    expect(screen.queryByText('Aqui se comenta')).not.toBeInTheDocument();
    expect(screen.queryByText('Comentários')).not.toBeInTheDocument();
    for (const name of [/Concluir/, /Curtir/, /Minha lista/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    queueProgress(6, { seconds: 5 });
    expect(waitingFor(6)).toEqual({});
  },
);

test('a link to a comment opens its tab, also where the viewer has chosen another one', async () => {
  const { user, history } = openLesson(lesson());
  await user.click(await screen.findByRole('tab', { name: /Materiais/ }));
  expect(screen.queryByRole('textbox', { name: 'Comentário' })).not.toBeInTheDocument();
  act(() => history.push('?comentario=5'));
  expect(await screen.findByRole('textbox', { name: 'Comentário' })).toBeVisible();
  // A choice after the link counts.
  await user.click(screen.getByRole('tab', { name: /Materiais/ }));
  expect(screen.queryByRole('textbox', { name: 'Comentário' })).not.toBeInTheDocument();
});
