import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { catalog, type Lesson } from '@vitrine/contract/catalog';
import { quizzes, type Quiz } from '@vitrine/contract/quizzes';
import { uploads } from '@vitrine/contract/uploads';
import { beforeEach, expect, test, vi } from 'vitest';
import { lesson as lessonWith } from '../../../test/course.ts';
import { catchSending } from '../../../test/fake-upload.ts';
import { refusing, serve, settle, visit } from '../../../test/school.tsx';
import LessonPage from './lesson-page.tsx';

const { frameOf } = vi.hoisted(() => ({ frameOf: vi.fn<(file: File) => Promise<File>>() }));
// jsdom plays no videos.
vi.mock('../../../kit/images/video-frame.ts', () => ({ frameOf }));

const lesson = (overrides: Partial<Lesson> = {}) =>
  lessonWith({
    video_url: 'https://videos.example.com/luz.mp4',
    duration_seconds: 90,
    captions: [{ language: 'pt-BR', url: '/files/1/AAAAAAAAAAAAAAAAAAAAAA.vtt?e=1&s=x' }],
    version: 3,
    ...overrides,
  });

type ServedAnswer = Parameters<typeof serve>[number];
const sentVideo = '/files/1/DDDDDDDDDDDDDDDDDDDDDD.mp4';
const noQuizzes = ['', 200, { data: [] as Quiz[] }] as const;

beforeEach(() => {
  localStorage.clear();
  frameOf.mockReset();
  frameOf.mockResolvedValue(new File(['x'], 'quadro.jpg', { type: 'image/jpeg' }));
});

function open(shown: Lesson, quizList: ServedAnswer = [quizzes.list, () => noQuizzes]) {
  const sent = serve(
    quizList,
    [catalog.showLesson, () => ({ data: shown })],
    [catalog.updateLesson, () => ({ data: shown })],
    [
      uploads.announce,
      ({ body: { use, filename } }) =>
        use === 'lesson_file'
          ? { data: { url: `/put/${filename}`, path: `/files/1/${filename}`, type: '' } }
          : { data: { url: '/put/film', path: sentVideo, type: 'video/mp4' } },
    ],
    [uploads.status, () => ({ data: { path: '', state: 'ready', message: '', url: '' } })],
  );
  return {
    sent,
    ...visit(<LessonPage />, {
      at: '/gestao/cursos/5/aulas/10',
      path: '/gestao/cursos/:id/aulas/:lessonId',
    }),
  };
}

test('captions can change language and be removed, and are saved with the lesson', async () => {
  const { user, sent } = open(
    lesson({
      captions: [
        { language: 'pt-BR', url: '/files/1/AAAAAAAAAAAAAAAAAAAAAA.vtt?e=1&s=x' },
        { language: 'en', url: '/files/1/BBBBBBBBBBBBBBBBBBBBBB.vtt?e=1&s=x' },
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Legendas' });
  await user.click(within(list).getAllByRole('combobox', { name: 'Idioma da legenda' })[1]!);
  await user.click(await screen.findByRole('option', { name: 'Espanhol' }));
  await user.click(within(list).getByRole('button', { name: 'Remover Português (Brasil)' }));
  await user.click(await screen.findByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      captions: [{ language: 'es', path: '/files/1/BBBBBBBBBBBBBBBBBBBBBB.vtt' }],
      version: 3,
    }),
  );
});

test('a caption that is being uploaded is not replaced by a second one', async () => {
  const sending = catchSending();
  const { user } = open(lesson());
  const add = await screen.findByRole('button', { name: 'Adicionar legenda' });
  const input = document.querySelector<HTMLInputElement>('input[accept^=".vtt"]')!;
  await user.upload(input, new File(['WEBVTT'], 'luz.en.vtt', { type: 'text/vtt' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await act(async () => sending[0]!.fail());
  await waitFor(() => expect(add).not.toHaveAttribute('aria-disabled'));
});

test('a caption that is removed while another is uploaded stays removed', async () => {
  const sending = catchSending();
  const { user } = open(lesson());
  await screen.findByRole('button', { name: 'Adicionar legenda' });
  const input = document.querySelector<HTMLInputElement>('input[accept^=".vtt"]')!;
  await user.upload(input, new File(['WEBVTT'], 'luz.en.vtt', { type: 'text/vtt' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Remover Português (Brasil)' }));
  const path = '/files/1/EEEEEEEEEEEEEEEEEEEEEE.vtt';
  await act(async () => sending[0]!.answer(201, { data: { path, url: path } }));
  expect(await screen.findByRole('button', { name: 'Remover Inglês' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remover Português (Brasil)' })).toBeNull();
});

test('files are sent two at a time, none that is too large, and keep the order of their choice', async () => {
  const sending = catchSending();
  const { user, sent } = open(lesson({ files: [] }));
  const section = await screen.findByRole('region', { name: 'Arquivos' });
  const large = new File(['x'], 'grande.txt');
  Object.defineProperty(large, 'size', { value: 101 * 1_048_576 });
  const chosen = ['um.txt', 'dois.txt', 'tres.txt'].map((name) => new File(['x'], name));
  await user.upload(section.querySelector('input')!, [large, ...chosen]);
  const urls = () => sending.map(({ url }) => url);
  await waitFor(() => expect(urls()).toEqual(['/put/um.txt', '/put/dois.txt']));
  await settle();
  expect(urls()).toHaveLength(2);
  expect(within(section).getByText(/O máximo é 100 MB/)).toBeVisible();
  await act(async () => sending[1]!.answer(200, null));
  await waitFor(() => expect(urls()).toHaveLength(3));
  expect(urls()[2]).toBe('/put/tres.txt');
  await act(async () => sending[2]!.answer(200, null));
  await act(async () => sending[0]!.answer(200, null));
  await user.click(within(section).getByRole('button', { name: 'Cancelar envio de grande.txt' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toMatchObject({
      files: chosen.map(({ name }) => ({ name })),
    }),
  );
});

test('an upload that failed starts once with another try', async () => {
  const sending = catchSending();
  const { user, sent } = open(lesson({ files: [] }));
  const section = await screen.findByRole('region', { name: 'Arquivos' });
  await user.upload(section.querySelector('input')!, new File(['x'], 'um.txt'));
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.fail());
  await user.click(await within(section).findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(sending).toHaveLength(2));
  await settle();
  expect(sent.filter(({ name }) => name === 'uploads.announce')).toHaveLength(2);
});

test('a caption whose upload failed is sent again when its file is chosen again', async () => {
  const sending = catchSending();
  const { user } = open(lesson());
  await screen.findByRole('button', { name: 'Adicionar legenda' });
  const input = document.querySelector<HTMLInputElement>('input[accept^=".vtt"]')!;
  const caption = new File(['WEBVTT'], 'luz.en.vtt', { type: 'text/vtt' });
  await user.upload(input, caption);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.fail());
  await user.upload(input, caption);
  await waitFor(() => expect(sending).toHaveLength(2));
});

test('the captions keep the focus when a file is sent again, or given up', async () => {
  const sending = catchSending();
  const { user } = open(lesson());
  const section = await screen.findByRole('region', { name: 'Legendas' });
  const input = document.querySelector<HTMLInputElement>('input[accept^=".vtt"]')!;
  await user.upload(input, new File(['WEBVTT'], 'luz.en.vtt', { type: 'text/vtt' }));
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.fail());
  await user.click(await within(section).findByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(section).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Cancelar envio de luz.en.vtt' }));
  expect(section).toHaveFocus();
});

test('without a stored video there are no captions to add', async () => {
  open(lesson({ video_url: null, captions: [], content: '<p>Só palavras</p>' }));
  await screen.findByRole('textbox', { name: 'Título' });
  expect(screen.queryByRole('button', { name: 'Adicionar legenda' })).not.toBeInTheDocument();
});

test('a school without quizzes is led to its first one', async () => {
  open(lesson());
  expect(await screen.findByRole('link', { name: 'Criar avaliação' })).toHaveAttribute(
    'href',
    '/homepage?editar=avaliacoes',
  );
});

test('a chosen quiz counts, unless its switch is off', async () => {
  const made = { name: 'Prova da luz', published: 0 } as Quiz;
  const { user, sent } = open(lesson(), [
    quizzes.list,
    () => ['Avaliações listadas', 200, { data: [{ ...made, id: 7 }] }],
  ]);
  await user.click(await screen.findByRole('combobox', { name: 'Avaliação' }));
  await user.click(await screen.findByRole('option', { name: 'Prova da luz (rascunho)' }));
  expect(screen.getByRole('switch', { name: 'Conta para o fim do módulo' })).toBeChecked();
  await user.click(await screen.findByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      quiz_id: 7,
      quiz_required: true,
      version: 3,
    }),
  );
});

test.each([
  { cover: null, outcome: 'takes a frame of its video as cover' },
  { cover: 'https://images.example.com/luz.jpg', outcome: 'keeps the cover that it has' },
])('a lesson that gets a video $outcome', async ({ cover }) => {
  const sending = catchSending();
  const shown = lesson({ cover, video_url: '/files/1/CCCCCCCCCCCCCCCCCCCCCC.mp4', captions: [] });
  const { user, sent } = open(shown);
  await screen.findByRole('textbox', { name: /Título/ });
  const video = new File(['video'], 'luz.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[accept^="video"]')!, video);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.answer(200, {}));
  if (!cover) {
    await waitFor(() => expect(sending).toHaveLength(2));
    const path = '/files/1/EEEEEEEEEEEEEEEEEEEEEE.jpg';
    await act(async () =>
      sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
    );
  }
  expect(frameOf).toHaveBeenCalledTimes(cover ? 0 : 1);
  await user.click(await screen.findByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      ...(!cover && { cover: '/files/1/EEEEEEEEEEEEEEEEEEEEEE.jpg' }),
      video_url: sentVideo,
      version: 3,
    }),
  );
});

test('an address that is written while a video is sent stays', async () => {
  const sending = catchSending();
  const saved = lesson({ cover: null, video_url: null, captions: [] });
  const { user, sent } = open(saved, [
    catalog.updateLesson,
    ({ body }) => ({ data: { ...saved, ...(body as Partial<Lesson>) } }),
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Enviar arquivo' }));
  const video = new File(['video'], 'luz.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[accept^="video"]')!, video);
  await waitFor(() => expect(sending).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: 'Link ou código' }));
  const address = 'https://videos.example.com/sombra.mp4';
  await user.type(screen.getByLabelText('Link ou código do vídeo'), address);
  await act(async () => sending[0]!.answer(200, {}));
  expect(screen.getByLabelText('Link ou código do vídeo')).toHaveValue(address);
  await user.click(screen.getByRole('button', { name: /Salvar/ }));
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'catalog.updateLesson')?.body).toEqual({
      video_url: address,
      version: 3,
    }),
  );
});

test('a video cover that arrives after the save is saved without a second press', async () => {
  const sending = catchSending();
  let saved = lesson({ cover: null, video_url: null, captions: [] });
  const { user, sent } = open(saved, [
    catalog.updateLesson,
    ({ body }) => ({ data: (saved = { ...saved, ...(body as Partial<Lesson>) }) }),
  ]);
  const saves = () =>
    sent.filter(({ name }) => name === 'catalog.updateLesson').map(({ body }) => body);
  await user.click(await screen.findByRole('radio', { name: 'Enviar arquivo' }));
  const video = new File(['video'], 'luz.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[accept^="video"]')!, video);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.answer(200, {}));
  await waitFor(() => expect(sending).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /Salvar/ }));
  await waitFor(() => expect(saves()).toEqual([{ video_url: sentVideo, version: 3 }]));

  const path = '/files/1/EEEEEEEEEEEEEEEEEEEEEE.jpg';
  await act(async () =>
    sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  await waitFor(() => expect(saves()[1]).toEqual({ cover: path, version: 3 }));
});

const asksBeforeLeaving = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('a cover taken from the video is no unsaved change and no draft', async () => {
  const sending = catchSending();
  let saved = lesson({ cover: null, video_url: null, captions: [] });
  let answer = () => {};
  const { user, sent } = open(saved, [
    catalog.updateLesson,
    async ({ body }) => {
      // The second save, of the cover, is on its way until the test lets it arrive.
      if ('cover' in body) await new Promise<void>((resolve) => (answer = resolve));
      return { data: (saved = { ...saved, ...(body as Partial<Lesson>) }) };
    },
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Enviar arquivo' }));
  const video = new File(['video'], 'luz.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[accept^="video"]')!, video);
  await waitFor(() => expect(sending).toHaveLength(1));
  expect(asksBeforeLeaving()).toBe(true);
  await act(async () => sending[0]!.answer(200, {}));
  await waitFor(() => expect(sending).toHaveLength(2));
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(screen.getByRole('button', { name: /Salvar/ }));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  expect(sending[1]!.aborted).toBe(false);

  const path = '/files/1/EEEEEEEEEEEEEEEEEEEEEE.jpg';
  await act(async () =>
    sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  const saves = () => sent.filter(({ name }) => name === 'catalog.updateLesson');
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(asksBeforeLeaving()).toBe(false);
  expect(JSON.stringify({ ...localStorage })).not.toContain(path);

  // The owner types while the values are saved.
  await user.type(screen.getByRole('textbox', { name: /Título/ }), '!');
  expect(asksBeforeLeaving()).toBe(true);
  await act(async () => answer());
});

test('a video cover whose save failed is not saved again and again', async () => {
  const sending = catchSending();
  const saved = lesson({ cover: null, video_url: null, captions: [] });
  const { user, sent } = open(saved, [
    catalog.updateLesson,
    ({ body }) =>
      'cover' in body
        ? refusing(500, 'Algo deu errado.')
        : { data: Object.assign(saved, body as Partial<Lesson>) },
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Enviar arquivo' }));
  const video = new File(['video'], 'luz.mp4', { type: 'video/mp4' });
  await user.upload(document.querySelector<HTMLInputElement>('input[accept^="video"]')!, video);
  await waitFor(() => expect(sending).toHaveLength(1));
  await act(async () => sending[0]!.answer(200, {}));
  await waitFor(() => expect(sending).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: /Salvar/ }));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  const path = '/files/1/EEEEEEEEEEEEEEEEEEEEEE.jpg';
  await act(async () =>
    sending[1]!.answer(201, { data: { path, url: path, width: 1, height: 1 } }),
  );
  expect(await screen.findByText('Não foi possível salvar a aula')).toBeVisible();
  expect(sent.filter(({ name }) => name === 'catalog.updateLesson')).toHaveLength(2);
});

test('a duration that the video reports after the save is saved automatically', async () => {
  let saved = lesson({ video_url: null, captions: [], duration_seconds: null });
  const { user, sent } = open(saved, [
    catalog.updateLesson,
    ({ body }) => ({ data: (saved = { ...saved, ...(body as Partial<Lesson>) }) }),
  ]);
  const saves = () =>
    sent.filter(({ name }) => name === 'catalog.updateLesson').map(({ body }) => body);
  await user.click(await screen.findByRole('radio', { name: 'Link ou código' }));
  const address = 'https://videos.example.com/sombra.mp4';
  await user.type(screen.getByLabelText('Link ou código do vídeo'), address);
  await user.click(screen.getByRole('button', { name: /Salvar/ }));
  await waitFor(() => expect(saves()).toEqual([{ video_url: address, version: 3 }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Salvar/ })).toBeNull());

  const video = document.querySelector<HTMLVideoElement>('video')!;
  vi.spyOn(video, 'duration', 'get').mockReturnValue(61.6);
  fireEvent(video, new Event('loadedmetadata'));
  await waitFor(() => expect(saves()[1]).toEqual({ duration_seconds: 62, version: 3 }));
  expect(screen.getByLabelText('Duração')).toHaveValue('1:02');

  // Typed text waits for the owner's save.
  await user.type(screen.getByRole('textbox', { name: /Título/ }), '!');
  fireEvent(video, new Event('loadedmetadata'));
  expect(screen.getByRole('button', { name: /Salvar/ })).toBeEnabled();
  expect(saves()).toHaveLength(2);
});

test('a duration that is none says how to write it, and is not kept', async () => {
  const { user } = open(lesson());
  const field = await screen.findByRole('textbox', { name: /^Duração/ });
  expect(field).toHaveValue('1:30');
  await user.clear(field);
  await user.type(field, '9 min e pouco');
  expect(screen.getByText('Escreva assim: 12:30')).toBeVisible();
  await user.tab();
  expect(screen.queryByText('Escreva assim: 12:30')).toBeNull();
  expect(field).not.toHaveValue('9 min e pouco');
});

test('the link to a video becomes the video of a lesson that has none', async () => {
  const { user } = open(lesson({ video_url: null, captions: [] }));
  const link = await screen.findByRole('textbox', { name: 'Link' });
  await user.type(link, 'https://vimeo.com/76979871');
  expect(await screen.findByText(/abre fora da aula/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Usar como vídeo da aula' }));
  expect(await screen.findByRole('textbox', { name: 'Link ou código do vídeo' })).toHaveValue(
    'https://player.vimeo.com/video/76979871',
  );
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue('');
});

test('the link to a video does not replace the video of a lesson', async () => {
  const { user } = open(lesson());
  const link = await screen.findByRole('textbox', { name: 'Link' });
  await user.type(link, 'https://vimeo.com/76979871');
  expect(await screen.findByText(/abre fora da aula/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Usar como vídeo da aula' })).toBeNull();
});
