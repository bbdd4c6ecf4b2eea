import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { catalog, type Likes, type Lesson, type LessonEntry } from '@vitrine/contract/catalog';
import { comments } from '@vitrine/contract/comments';
import { favorites } from '@vitrine/contract/favorites';
import { lessonPage } from '@vitrine/contract/lesson-page';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeLocal } from '../../platform/local-store.ts';
import { lesson as lessonWith, lessonEntry } from '../../test/course.ts';
import { refusing, serve, settle, startAsStudent, visit } from '../../test/school.tsx';
import { LessonPage } from './lesson-page.tsx';
import { placeToResume, queueProgress, waitingFor } from './progress-queue.ts';

// happy-dom knows no full screen, and the player looks for it as it loads.
vi.hoisted(() =>
  Object.defineProperty(document, 'fullscreenElement', { value: null, writable: true }),
);

const entry = (id: number, title: string, overrides: Partial<LessonEntry> = {}) =>
  lessonEntry(id, title, { kind: 'video', duration_seconds: 1204, ...overrides });

const lesson = (overrides: Partial<Lesson> = {}) =>
  lessonWith({
    id: 6,
    title: 'Foco empilhado, passo a passo',
    content: '<p>Várias fotos, cada uma nítida num ponto.</p>',
    video_url: '/files/1/video.webm?s=x',
    duration_seconds: 1204,
    files: [{ id: 1, name: 'Guia.pdf', size: 2048, url: '/files/1/guia.pdf?s=x' }],
    likes: 16,
    course: { id: 1, title: 'Macro sem mistério', progress: 33 },
    module: { id: 2, title: 'Nitidez de ponta a ponta' },
    previous: { id: 5, title: 'Distância mínima' },
    next: { id: 7, title: 'Juntando as fotos' },
    modules: [
      {
        id: 2,
        title: 'Nitidez de ponta a ponta',
        lessons: [
          entry(5, 'Distância mínima', { finished: true }),
          entry(6, 'Foco empilhado, passo a passo'),
          entry(7, 'Juntando as fotos'),
        ],
      },
    ],
    ...overrides,
  });

const saved = () => ({ data: { seconds: 0, finished: true, course_progress: 67, completed: [] } });
const noComments = { data: [], current_page: 1, next_page_url: null, total: 0, open: true };

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: true,
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  // This browser plays nothing on other screens.
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    value: undefined,
    configurable: true,
  });
});

const upsell = {
  text: '',
  link: 'https://loja.com',
  price_text: 'R$ 89',
  button_text: 'Quero',
  products: [{ id: 1, title: 'Estúdio' }],
};

function open(shown: Lesson, template = 1, ...calls: Parameters<typeof serve>) {
  const settings = { comment: 1, theme_classes: template };
  const sent = serve(
    ...calls,
    [catalog.showLesson, () => ({ data: shown })],
    [catalog.saveProgress, saved],
    [
      lessonPage.show,
      () => ({ data: { ...settings, course_page_indicator: 1, module_page_indicator: 1 } }),
    ],
    [favorites.list, () => []],
    [comments.list, () => noComments],
  );
  return {
    sent,
    ...visit(<LessonPage id={6} Comments={AComment} Quiz={AQuiz} />, {
      roles: ['student'],
    }),
  };
}

const AComment = () => <input aria-label="Comentário" />;
const AQuiz = ({ onFinish }: { onFinish: () => void }) => (
  <button onClick={onFinish}>Passei antes</button>
);

const heading = () => screen.findByRole('heading', { level: 1, name: /Foco empilhado/ });

test('in Lista the outline is beside the lesson, with the progress', async () => {
  open(lesson());
  await heading();
  const list = screen.getByRole('complementary');
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
  const { user, sent } = open(lesson({ quiz, finished: false }));
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
  open(lesson({ quiz, finished: false }));
  await heading();
  expect(screen.getAllByRole('button', { name: 'Concluir aula' })[0]).toBeVisible();
});

test('in Sequência the arrows lead from lesson to lesson', async () => {
  open(lesson(), 2);
  await heading();
  const ways = screen.getByRole('navigation', { name: 'Aulas vizinhas' });
  expect(within(ways).getByRole('link', { name: /Próxima aula/ })).toHaveTextContent(
    'Juntando as fotos',
  );
  expect(within(ways).getByRole('link', { name: /Aula anterior/ })).toBeVisible();
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
});

test('in Tela cheia the outline is in a sheet', async () => {
  const { user } = open(lesson(), 3);
  await heading();
  expect(screen.queryByText('1 de 3 aulas')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Aulas 1/3' }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByRole('link', { current: 'page' })).toBeVisible();
});

test('a lesson with text only has no player', async () => {
  open(lesson({ video_url: null }));
  expect(await screen.findByText('Várias fotos, cada uma nítida num ponto.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Vídeo da aula' })).not.toBeInTheDocument();
});

test('finishing shows at once, everywhere, and is sent', async () => {
  const { user, sent } = open(lesson());
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
  const { user } = open(
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

test('a lesson that is removed while it is open says so', async () => {
  let removed = false;
  open(
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

test('finishing offline is stored until the connection returns', async () => {
  const { user } = open(lesson());
  await heading();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  expect(screen.getAllByRole('button', { name: 'Aula concluída' })[0]).toBeVisible();
  await waitFor(() => expect(waitingFor(6)).toEqual({ finished: true }));
});

test('two presses that are refused leave the like as the server has it', async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const wait = () => new Promise((resolve) => answers.push(resolve));
  const { user } = open(lesson(), 1, [catalog.like, wait], [catalog.unlike, wait]);
  const like = await screen.findByRole('button', { name: /Curtir aula/ });
  await user.click(like);
  await user.click(like);
  for (const sent of [1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(sent));
    answers.at(-1)!(refusing(503, 'Tente de novo.'));
  }
  await settle();
  expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(like).toHaveTextContent('16');
});

test('a press that has no answer yet shows on its own lesson alone', async () => {
  const wait = () => new Promise(() => {});
  serve(
    [catalog.showLesson, ({ params }) => ({ data: lesson({ id: Number(params['id']) }) })],
    [catalog.like, wait],
    [favorites.add, wait],
    [lessonPage.show, () => ({ data: { comment: 1, theme_classes: 1 } })],
    [favorites.list, () => []],
    [comments.list, () => noComments],
  );
  function Lessons() {
    const [id, setId] = useState(6);
    return (
      <>
        <button onClick={() => setId(13 - id)}>Outra aula</button>
        <LessonPage id={id} Comments={AComment} Quiz={AQuiz} />
      </>
    );
  }
  const { user } = visit(<Lessons />, { roles: ['student'] });
  const button = (name: RegExp) => screen.findByRole('button', { name });
  const other = async () => {
    await user.click(await button(/^Outra aula/));
    await heading();
  };
  // Both are read: the page changes without a wait.
  await heading();
  await other();
  await other();
  for (const name of [/Curtir aula/, /^Minha lista/]) {
    await user.click(await button(name));
    expect(await button(name)).toHaveAttribute('aria-pressed', 'true');
  }
  await other();
  for (const name of [/Curtir aula/, /^Minha lista/])
    expect(await button(name)).toHaveAttribute('aria-pressed', 'false');
});

test('a like that is refused goes back', async () => {
  const { user } = open(lesson(), 1, [catalog.like, () => refusing(503, 'Tente de novo.')]);
  await heading();
  await user.click(screen.getByRole('button', { name: /Curtir aula/ }));
  expect(await screen.findByText('A curtida não foi salva. Tente de novo.')).toBeVisible();
  const like = screen.getByRole('button', { name: /Curtir aula/ });
  expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(like).toHaveTextContent('16');
});

test('of several likes that fail or not, the page shows what the server has', async () => {
  let answer = (_status: number): void => {};
  const answered = (data: Likes) => () =>
    new Promise((resolve) => {
      answer = (status) => resolve(status === 200 ? { data } : refusing(status, 'Tente de novo.'));
    });
  const { user, sent } = open(
    lesson(),
    1,
    [catalog.like, answered({ liked: true, likes: 17 })],
    [catalog.unlike, answered({ liked: false, likes: 16 })],
  );
  await heading();
  const like = () => screen.getByRole('button', { name: /Curtir aula/ });
  const likeCalls = () => sent.filter(({ name }) => name.endsWith('like')).length;

  async function press(...statuses: number[]) {
    const before = likeCalls();
    for (const _ of statuses) await user.click(like());
    for (const [at, status] of statuses.entries()) {
      await waitFor(() => expect(likeCalls()).toBe(before + at + 1));
      await act(async () => answer(status));
    }
  }

  await press(503, 503);
  await waitFor(() => expect(like()).toHaveAttribute('aria-pressed', 'false'));
  await press(503, 200, 200);
  await waitFor(() => expect(like()).toHaveAttribute('aria-pressed', 'true'));
  expect(like()).toHaveTextContent('17');
});

test('the heart of a lesson changes at once, and reverts when the save fails', async () => {
  let refuse = () => {};
  const { user } = open(lesson(), 1, [
    favorites.add,
    () => new Promise((done) => (refuse = () => done(refusing(500, 'Algo deu errado.')))),
  ]);
  const heart = () => screen.getByRole('button', { name: /^Minha lista/ });
  await heading();
  await user.click(heart());
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'true'));
  refuse();
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
});

/** Fakes a video with loaded metadata and this duration. */
async function video(duration: number) {
  const element = (await screen.findByLabelText('Foco empilhado, passo a passo', {
    selector: 'video',
  })) as HTMLVideoElement;
  Object.defineProperties(element, {
    duration: { value: duration, configurable: true },
    readyState: { value: 1, configurable: true },
    paused: { value: false, configurable: true },
    currentTime: { value: 0, writable: true, configurable: true },
  });
  return element;
}

// The player's library looks once, when it loads, whether the browser knows full screen.
beforeAll(fakeFullScreen);

/** Fakes a browser that shows one element at a time in full screen. */
function fakeFullScreen() {
  const show = (element: Element | null) => {
    Object.assign(document, { fullscreenElement: element });
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  Object.assign(HTMLElement.prototype, {
    requestFullscreen(this: Element) {
      show(this);
    },
  });
  Object.assign(document, { exitFullscreen: () => show(null) });
}

test('a double press on the video enters full screen, and leaves it', async () => {
  open(lesson());
  const surface = (await video(1204)).nextElementSibling!;
  fireEvent.doubleClick(surface);
  expect(await screen.findByRole('button', { name: 'Sair da tela cheia' })).toBeInTheDocument();
  fireEvent.doubleClick(surface);
  await waitFor(() => expect(document.fullscreenElement).toBeNull());
});

test('a video resumes at the last position, and offers to start over', async () => {
  const { user } = open(lesson({ seconds: 767 }));
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBe(767);
  expect(await screen.findByText(/Continuando de/)).toBeVisible();
  expect(screen.getByText('12:47', { selector: 'output b' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver do início' }));
  expect(element.currentTime).toBe(0);
  expect(screen.queryByRole('button', { name: 'Ver do início' })).not.toBeInTheDocument();
});

test.each([
  { duration: 1204, kept: 1193, over: 1195 },
  { duration: 12, kept: 6, over: 11 },
])('a video of $duration s restarts only from its very end', async ({ duration, kept, over }) => {
  const { leave } = open(lesson({ seconds: kept }));
  const first = await video(duration);
  fireEvent.loadedMetadata(first);
  expect(first.currentTime).toBe(kept);
  leave();
  open(lesson({ seconds: over }));
  const second = await video(duration);
  fireEvent.loadedMetadata(second);
  expect(second.currentTime).toBe(0);
});

test('a video that loaded before its listeners resumes at the last position and the chosen speed', async () => {
  startAsStudent();
  writeLocal('playback-rate', 1.5);
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(1204);
  open(lesson({ seconds: 767 }));
  expect(await screen.findByText(/Continuando de/)).toBeVisible();
  expect(screen.getByText('12:47', { selector: 'output b' })).toBeVisible();
  const element: HTMLVideoElement = screen.getByLabelText('Foco empilhado, passo a passo', {
    selector: 'video',
  });
  expect([element.currentTime, element.playbackRate]).toEqual([767, 1.5]);
});

test('the time of a video before it has resumed is not saved', async () => {
  const { sent } = open(lesson({ seconds: 767 }));
  const element = await video(1204);
  Object.defineProperty(element, 'readyState', { value: 0 });
  for (const seconds of [0, 1, 2]) {
    element.currentTime = seconds;
    fireEvent.timeUpdate(element);
    fireEvent.seeking(element);
    fireEvent.pause(element);
  }
  expect(waitingFor(6)).toEqual({});
  Object.defineProperty(element, 'readyState', { value: 4 });
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBe(767);
  // A video that loads anew begins at 0 by itself.
  fireEvent.emptied(element);
  element.currentTime = 0;
  fireEvent.timeUpdate(element);
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBe(767);
  expect(sent.filter(({ name }) => name === 'catalog.saveProgress')).toEqual([]);
});

test('seeking back in a video sets the position, and reports it to the server', async () => {
  const { sent } = open(lesson({ seconds: 767 }));
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  element.currentTime = 0; // a file that cannot seek answers the player's own jump so
  fireEvent.seeking(element);
  expect(waitingFor(6)).toEqual({});
  element.currentTime = 700;
  fireEvent.seeking(element);
  element.currentTime = 200;
  fireEvent.seeking(element);
  expect(placeToResume(6, 767)).toBe(200);
  fireEvent.pause(element);
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      seconds: 200,
      went_back: true,
    }),
  );
});

test('a recording without a duration is measured, and then resumes at the last position', async () => {
  open(lesson({ seconds: 30 }));
  const element = await video(Infinity);
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBeGreaterThan(1e6);
  fireEvent.timeUpdate(element);
  expect(waitingFor(6)).toEqual({});
  Object.defineProperty(element, 'duration', { value: 90 });
  fireEvent.durationChange(element);
  expect(element.currentTime).toBe(30);
});

test('the position of a pause is sent', async () => {
  const { sent } = open(lesson({ seconds: 100 }));
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  fireEvent.pause(Object.assign(element, { currentTime: 300.7 }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      seconds: 300,
    }),
  );
});

test('a video resumes at an unsent position of this device', async () => {
  startAsStudent();
  queueProgress(6, { seconds: 400 });
  open(lesson({ seconds: 100 }), 1, [catalog.saveProgress, () => refusing(503, 'Ocupado')]);
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBe(400);
});

test('a video is finished by the played parts, not by a jump to its end', async () => {
  open(lesson());
  const element = await video(20);
  fireEvent.loadedMetadata(element);
  const play = (from: number, to: number) => {
    for (let second = from; second <= to; second += 1) {
      element.currentTime = second;
      fireEvent.timeUpdate(element);
    }
  };
  play(0, 8);
  element.currentTime = 19;
  fireEvent.seeking(element);
  play(19, 20);
  expect(screen.getAllByRole('button', { name: 'Concluir aula' })[0]).toBeVisible();
  element.currentTime = 8;
  fireEvent.seeking(element);
  play(8, 18);
  expect(await screen.findAllByRole('button', { name: 'Aula concluída' })).not.toHaveLength(0);
});

/** Plays a video second by second. */
const play = (element: HTMLVideoElement, from: number, to: number) => {
  for (let second = from; second <= to; second += 1) {
    element.currentTime = second;
    fireEvent.timeUpdate(element);
  }
};

test('a video is finished at nine tenths, and not before', async () => {
  open(lesson());
  const element = await video(100);
  fireEvent.loadedMetadata(element);
  play(element, 0, 89);
  expect(screen.getAllByRole('button', { name: 'Concluir aula' })[0]).toBeVisible();
  play(element, 90, 91);
  expect(await screen.findAllByRole('button', { name: 'Aula concluída' })).not.toHaveLength(0);
});

test('a lesson with a required quiz is not finished by watching it', async () => {
  const quiz = { id: 7, name: 'Prova da luz', required: 1 as const, open: true };
  const { sent } = open(lesson({ quiz }));
  const element = await video(20);
  fireEvent.loadedMetadata(element);
  play(element, 0, 20);
  fireEvent.pause(element);
  await waitFor(() =>
    expect(sent.findLast(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      seconds: 20,
    }),
  );
  expect(waitingFor(6).finished).toBeUndefined();
});

test('leaving the page sends the position', async () => {
  const { sent } = open(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  const bodies = () =>
    sent.filter(({ name }) => name === 'catalog.saveProgress').map(({ body }) => body);
  play(element, 0, 1);
  await waitFor(() => expect(bodies()).toHaveLength(1));
  // Within ten seconds of the first, no other is sent.
  play(element, 2, 5);
  expect(bodies()).toHaveLength(1);
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ seconds: 5 }));
});

test('keys move the video by five and ten seconds, and are letters in a field', async () => {
  const { user } = open(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  await waitFor(() => {
    element.currentTime = 100;
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(element.currentTime).toBe(105);
  });
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  fireEvent.keyDown(document.body, { key: 'l' });
  expect(element.currentTime).toBe(110);
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(element.currentTime).toBe(100);
  await user.type(screen.getByRole('textbox', { name: 'Comentário' }), 'jill 5{ArrowLeft}');
  expect(element.currentTime).toBe(100);
});

test('digits jump by tenths, but not in a stream or a video that has not loaded', async () => {
  open(lesson());
  const element = await video(100);
  fireEvent.loadedMetadata(element);
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '5' });
    expect(element.currentTime).toBe(50);
  });
  for (const duration of [Infinity, NaN]) {
    Object.defineProperty(element, 'duration', { value: duration, configurable: true });
    for (const key of ['0', '5']) fireEvent.keyDown(document.body, { key });
    expect(element.currentTime).toBe(50);
  }
});

test('a key that is held down goes on seeking, and repeats nothing else', async () => {
  const { history } = open(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  await waitFor(() => {
    element.currentTime = 100;
    fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true });
    expect(element.currentTime).toBe(105);
  });
  fireEvent.keyDown(document.body, { key: '2', repeat: true });
  expect(element.currentTime).toBe(105);
  const place = history.location.pathname;
  fireEvent.keyDown(document.body, { key: 'N', shiftKey: true, repeat: true });
  expect(history.location.pathname).toBe(place);
  fireEvent.keyDown(document.body, { key: 'N', shiftKey: true });
  expect(history.location.pathname).not.toBe(place);
});

test('the end of a course shows a summary', async () => {
  const { user } = open(lesson(), 1, [
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
  const { user } = open(lesson(), 1, [
    catalog.saveProgress,
    () => ({
      data: { seconds: 0, finished: true, course_progress: 67, completed: ['module'] },
    }),
  ]);
  await heading();
  await user.click(screen.getAllByRole('button', { name: 'Concluir aula' })[0]!);
  expect(await screen.findByText(/^Módulo concluído: /)).toBeVisible();
});

test('progress of a supported embedded player counts, and messages of other frames do not', async () => {
  const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const { sent } = open(lesson({ video_url: null, embed, seconds: 7 }));
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  expect(new URL(frame.src).searchParams.get('start')).toBe('7');
  expect(screen.queryByText(/Este player não conta/)).not.toBeInTheDocument();
  const postFromPlayer = (info: object, origin = 'https://www.youtube-nocookie.com') =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin,
        source: frame.contentWindow,
        data: JSON.stringify({ event: 'infoDelivery', info }),
      }),
    );
  const saved = () => sent.findLast(({ name }) => name === 'catalog.saveProgress')?.body;
  postFromPlayer({ duration: 20, currentTime: 0 });
  postFromPlayer({ currentTime: 15, playerState: 2 }, 'https://evil.example.com');
  for (let second = 1; second <= 12; second += 1) postFromPlayer({ currentTime: second });
  postFromPlayer({ playerState: 2 });
  await waitFor(() => expect(saved()).toEqual({ seconds: 12 }));
  for (let second = 13; second <= 19; second += 1) postFromPlayer({ currentTime: second });
  expect(await screen.findAllByRole('button', { name: 'Aula concluída' })).not.toHaveLength(0);
});

test('an embedded video that was watched to its end begins at its beginning the next time', async () => {
  const embed = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const shown = lesson({ video_url: null, embed, finished: true, next: null });
  const first = open(shown);
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const post = (info: object) =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin: 'https://www.youtube-nocookie.com',
        source: frame.contentWindow,
        data: JSON.stringify({ event: 'infoDelivery', info }),
      }),
    );
  post({ duration: 20, currentTime: 19 });
  post({ currentTime: 20, playerState: 0 });
  // The player goes on reporting its end.
  post({ currentTime: 20, playerState: 0 });
  first.leave();
  await waitFor(() =>
    expect(first.sent.findLast(({ name }) => name === 'catalog.saveProgress')?.body).toMatchObject({
      seconds: 0,
      went_back: true,
    }),
  );
});

test("a provider's page that was saved as the video's address plays in its player", async () => {
  open(lesson({ video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }));
  const frame = await screen.findByTitle('Foco empilhado, passo a passo');
  expect(frame).toHaveAttribute(
    'src',
    expect.stringContaining('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'),
  );
});

test("at its end, the next lesson is offered as in the app's own player", async () => {
  const { user, history } = open(
    lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }),
  );
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const postFromPlayer = (data: object) =>
    fireEvent(
      window,
      new MessageEvent('message', {
        origin: 'https://player.vimeo.com',
        source: frame.contentWindow,
        data,
      }),
    );
  postFromPlayer({ event: 'timeupdate', data: { seconds: 19, duration: 20 } });
  expect(screen.queryByText(/A seguir em/)).not.toBeInTheDocument();
  postFromPlayer({ event: 'ended', data: { seconds: 20, duration: 20 } });
  expect(await screen.findByText(/A seguir em/)).toBeVisible();
  // Told once: the seconds that follow would interrupt the reading.
  expect(screen.getByRole('alert')).toHaveTextContent('A seguir em 8 sJuntando as fotos');
  expect(screen.getByText('A seguir em 8 s')).toHaveAttribute('aria-live', 'off');
  await user.click(screen.getByRole('button', { name: 'Ver próxima aula' }));
  await waitFor(() => expect(history.location.pathname).toBe('/curso/1/juntando-as-fotos/7'));
});

test('the next lesson takes nobody away from a quiz that the lesson waits for', async () => {
  const quiz = { id: 3, name: 'Luz', required: 1, open: true } as const;
  const unfinished = { seconds: 20, finished: false, course_progress: 33, completed: [] };
  open(lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1', quiz }), 1, [
    catalog.saveProgress,
    () => ({ data: unfinished }),
  ]);
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const data = { event: 'ended', data: { seconds: 20, duration: 20 } };
  const origin = 'https://player.vimeo.com';
  fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  await settle();
  expect(screen.queryByText(/A seguir em/)).not.toBeInTheDocument();
});

test('the next lesson takes nobody along who writes', async () => {
  const { history } = open(lesson({ video_url: null, embed: 'https://player.vimeo.com/video/1' }));
  const frame = (await screen.findByTitle('Foco empilhado, passo a passo')) as HTMLIFrameElement;
  const place = history.location.pathname;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const data = { event: 'ended', data: { seconds: 20, duration: 20 } };
  const origin = 'https://player.vimeo.com';
  fireEvent(window, new MessageEvent('message', { origin, source: frame.contentWindow, data }));
  expect(await screen.findByText('A seguir em 8 s')).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Comentário' });
  act(() => field.focus());
  for (let second = 0; second < 20; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  expect(history.location.pathname).toBe(place);
  act(() => field.blur());
  for (let second = 0; second < 8; second += 1) act(() => void vi.advanceTimersByTime(1_000));
  expect(history.location.pathname).toBe('/curso/1/juntando-as-fotos/7');
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
    const { leave } = open(
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

test('with a player that reports nothing, the page offers a button to finish and the next lesson', async () => {
  open(lesson({ video_url: null, embed: 'https://www.loom.com/embed/abc' }));
  expect(await screen.findByText(/Este player não conta o que você viu/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Próxima aula' })).toHaveAttribute(
    'href',
    '/curso/1/juntando-as-fotos/7',
  );
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
  open(lesson(), 1, [catalog.showLesson, () => refusing(403, 'Sem acesso', { data })]);
  expect(
    await screen.findByText('Disponível para quem tem Plano Estúdio. Assine hoje.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Quero ter acesso' })).toHaveAttribute(
    'href',
    'https://loja.example.com',
  );
});

test('a missing lesson shows a not-found message', async () => {
  open(lesson(), 1, [catalog.showLesson, () => refusing(404, 'Não encontramos')]);
  expect(await screen.findByRole('heading', { name: 'Esta aula não existe' })).toBeVisible();
});

test('formulas are shown as the server rendered them, and nothing that could run', async () => {
  const katex =
    '<span class="katex"><span class="katex-mathml"><math><mi>x</mi></math></span><span class="katex-html" aria-hidden="true"><span class="mord" style="height:1em">x</span></span></span>';
  open(
    lesson({
      video_url: null,
      content: '<p>\\(x\\)</p>',
      content_html: `<p>${katex}</p><svg><script>window.ran = true</script></svg>`,
    }),
  );
  await waitFor(() => expect(document.querySelector('.lesson-content math mi')).not.toBeNull());
  const shown = document.querySelector('.lesson-content')!;
  expect(shown.querySelector('[style="height:1em"]')).not.toBeNull();
  expect(shown.textContent).not.toContain('\\(');
  expect(shown.querySelector('script')).toBeNull();
});

test('a link to another lesson opens in the app, and a link to an anchor scrolls there', async () => {
  const scrolled = vi.fn<() => void>();
  HTMLElement.prototype.scrollIntoView = scrolled;
  const { user, history } = open(
    lesson({
      video_url: null,
      content:
        '<p><a href="#t-fim">Ir ao fim</a> <a href="/curso/1/outra/7#t-a">Outra</a> <a href="https://a.com/" target="_blank">Fora</a></p><h2 id="t-fim">O fim</h2>',
    }),
  );
  await user.click(await screen.findByRole('link', { name: 'Ir ao fim' }));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'O fim' }));
  await user.click(screen.getByRole('link', { name: 'Outra' }));
  expect(history.location).toMatchObject({ pathname: '/curso/1/outra/7', hash: '#t-a' });
});

test('a PDF among the materials opens in place; a lesson’s only PDF is open', async () => {
  const { user, leave } = open(lesson({ content: '<p>Luz</p>' }));
  await user.click(await screen.findByRole('tab', { name: /Materiais/ }));
  const row = screen.getByRole('button', { name: /Guia\.pdf/ });
  expect(row).toHaveAttribute('aria-expanded', 'false');
  await user.click(row);
  expect(row).toHaveAttribute('aria-expanded', 'true');
  leave();
  open(lesson({ content: '', video_url: null }));
  expect(await screen.findByRole('button', { name: /Guia\.pdf/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});
test('a sample lesson says that it is one, and sells its course', async () => {
  open(lesson({ sample: 1, upsell, next: null, previous: null }));
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
  const { user, history } = open(lesson());
  await user.click(await screen.findByRole('tab', { name: /Materiais/ }));
  expect(screen.queryByRole('textbox', { name: 'Comentário' })).not.toBeInTheDocument();
  act(() => history.push('?comentario=5'));
  expect(await screen.findByRole('textbox', { name: 'Comentário' })).toBeVisible();
  // A choice after the link counts.
  await user.click(screen.getByRole('tab', { name: /Materiais/ }));
  expect(screen.queryByRole('textbox', { name: 'Comentário' })).not.toBeInTheDocument();
});
