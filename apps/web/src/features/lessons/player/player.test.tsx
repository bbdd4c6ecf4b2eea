import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { writeLocal } from '../../../platform/local-store.ts';
import { lesson, openLesson, prepareLesson } from '../../../test/lesson-page.tsx';
import { refusing, startAsStudent } from '../../../test/school.tsx';
import { placeToResume, queueProgress, waitingFor } from '../progress-queue.ts';

// happy-dom knows no full screen, and the player looks for it as it loads.
vi.hoisted(() =>
  Object.defineProperty(document, 'fullscreenElement', { value: null, writable: true }),
);

beforeEach(prepareLesson);

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
  openLesson(lesson());
  const surface = (await video(1204)).nextElementSibling!;
  fireEvent.doubleClick(surface);
  expect(await screen.findByRole('button', { name: 'Sair da tela cheia' })).toBeInTheDocument();
  fireEvent.doubleClick(surface);
  await waitFor(() => expect(document.fullscreenElement).toBeNull());
});

test('a double tap on a side moves the video by ten seconds, each further tap by ten more', async () => {
  openLesson(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  const surface = element.nextElementSibling!;
  vi.spyOn(surface, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 360, 200));
  const tap = (clientX: number) => fireEvent.pointerUp(surface, { pointerType: 'touch', clientX });
  element.currentTime = 100;
  tap(340);
  expect(element.currentTime).toBe(100);
  tap(340);
  fireEvent.doubleClick(surface);
  expect(element.currentTime).toBe(110);
  expect(await screen.findByText('+10 s')).toBeInTheDocument();
  tap(340);
  expect(element.currentTime).toBe(120);
  expect(screen.getByText('+20 s')).toBeInTheDocument();
  expect(document.fullscreenElement).toBeNull();
  tap(20);
  expect(element.currentTime).toBe(120);
  tap(20);
  expect(element.currentTime).toBe(110);
  expect(screen.getByText('−10 s')).toBeInTheDocument();
});

test('a double tap in the middle of the video enters full screen', async () => {
  openLesson(lesson());
  const element = await video(1204);
  const surface = element.nextElementSibling!;
  vi.spyOn(surface, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 360, 200));
  for (const _tap of [1, 2]) fireEvent.pointerUp(surface, { pointerType: 'touch', clientX: 180 });
  fireEvent.doubleClick(surface);
  await waitFor(() => expect(document.fullscreenElement).not.toBeNull());
  expect(element.currentTime).toBe(0);
  fireEvent.doubleClick(surface);
  await waitFor(() => expect(document.fullscreenElement).toBeNull());
});

test('a phone turns for a wide video in full screen, and not for an upright one', async () => {
  const lock = vi.fn<(orientation: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('screen', { orientation: { lock } });
  openLesson(lesson());
  const element = await video(1204);
  const sized = (videoWidth: number, videoHeight: number) =>
    Object.defineProperties(element, {
      videoWidth: { value: videoWidth, configurable: true },
      videoHeight: { value: videoHeight, configurable: true },
    });
  const surface = element.nextElementSibling!;
  for (const [wide, high, turns] of [
    [720, 1280, 0],
    [1280, 720, 1],
  ] as const) {
    sized(wide, high);
    fireEvent.doubleClick(surface);
    expect(await screen.findByRole('button', { name: 'Sair da tela cheia' })).toBeInTheDocument();
    expect(lock).toHaveBeenCalledTimes(turns);
    fireEvent.doubleClick(surface);
    expect(await screen.findByRole('button', { name: 'Tela cheia' })).toBeInTheDocument();
  }
  expect(lock).toHaveBeenCalledWith('landscape');
});

test('the lock screen names the lesson, and its buttons move the video', async () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const session: { metadata: { title: string; artist: string } | null } & object = {
    metadata: null,
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) =>
      void handlers.set(action, handler),
  } as never;
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(fields: object) {
        Object.assign(this, fields);
      }
    },
  );
  const { leave, history } = openLesson(lesson());
  const element = await video(1204);
  await waitFor(() =>
    expect(session.metadata).toMatchObject({ title: 'Foco empilhado, passo a passo' }),
  );
  element.currentTime = 100;
  handlers.get('seekforward')!({ action: 'seekforward' });
  expect(element.currentTime).toBe(110);
  handlers.get('seekbackward')!({ action: 'seekbackward', seekOffset: 30 });
  expect(element.currentTime).toBe(80);
  act(() => handlers.get('nexttrack')!({ action: 'nexttrack' }));
  expect(history.location.pathname).toMatch(/7$/);
  leave();
  expect(session.metadata).toBeNull();
  expect([...handlers.values()]).toEqual([null, null, null]);
  Reflect.deleteProperty(navigator, 'mediaSession');
});

test('a video resumes at the last position, and offers to start over', async () => {
  const { user } = openLesson(lesson({ seconds: 767 }));
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
  const { leave } = openLesson(lesson({ seconds: kept }));
  const first = await video(duration);
  fireEvent.loadedMetadata(first);
  expect(first.currentTime).toBe(kept);
  leave();
  openLesson(lesson({ seconds: over }));
  const second = await video(duration);
  fireEvent.loadedMetadata(second);
  expect(second.currentTime).toBe(0);
});

test('a video that loaded before its listeners resumes at the last position and the chosen speed', async () => {
  startAsStudent();
  writeLocal('playback-rate', 1.5);
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(1204);
  openLesson(lesson({ seconds: 767 }));
  expect(await screen.findByText(/Continuando de/)).toBeVisible();
  expect(screen.getByText('12:47', { selector: 'output b' })).toBeVisible();
  const element: HTMLVideoElement = screen.getByLabelText('Foco empilhado, passo a passo', {
    selector: 'video',
  });
  expect([element.currentTime, element.playbackRate]).toEqual([767, 1.5]);
});

test('the time of a video before it has resumed is not saved', async () => {
  const { sent } = openLesson(lesson({ seconds: 767 }));
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
  const { sent } = openLesson(lesson({ seconds: 767 }));
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
  openLesson(lesson({ seconds: 30 }));
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
  const { sent } = openLesson(lesson({ seconds: 100 }));
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  fireEvent.pause(Object.assign(element, { currentTime: 300.7 }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'catalog.saveProgress')?.body).toEqual({
      seconds: 300,
    }),
  );
});

test('a device whose clock is set back goes on sending the position', async () => {
  const { sent } = openLesson(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  const playTo = (at: number) => {
    element.currentTime = at;
    fireEvent.timeUpdate(element);
  };
  const sentSeconds = () =>
    sent.flatMap(({ name, body }) =>
      name === 'catalog.saveProgress' ? [(body as { seconds?: number }).seconds] : [],
    );
  playTo(1);
  await waitFor(() => expect(sentSeconds()).toEqual([1]));
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  const counter = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(counter + 11_000);
  playTo(2);
  await waitFor(() => expect(sentSeconds()).toEqual([1, 2]));
});

test('a video that lost its connection goes on once it is back', async () => {
  openLesson(lesson());
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  element.currentTime = 61;
  fireEvent.timeUpdate(element);
  const load = vi.spyOn(element, 'load').mockImplementation(() => {
    Object.defineProperties(element, { error: { value: null, configurable: true } });
    fireEvent.emptied(element);
    element.currentTime = 0;
    fireEvent.loadedMetadata(element);
  });
  const play = vi.spyOn(element, 'play').mockResolvedValue();
  const failed = { error: { value: { code: 2, message: '' }, configurable: true } };
  Object.defineProperties(element, failed);
  fireEvent.error(element);
  expect(await screen.findByText('O vídeo não carregou')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(play).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();
  expect(element.currentTime).toBe(61);
  expect(screen.queryByText('O vídeo não carregou')).toBeNull();
});

test('a video resumes at an unsent position of this device', async () => {
  startAsStudent();
  queueProgress(6, { seconds: 400 });
  openLesson(lesson({ seconds: 100 }), 1, [catalog.saveProgress, () => refusing(503, 'Ocupado')]);
  const element = await video(1204);
  fireEvent.loadedMetadata(element);
  expect(element.currentTime).toBe(400);
});

test('a video is finished by the played parts, not by a jump to its end', async () => {
  openLesson(lesson());
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
  openLesson(lesson());
  const element = await video(100);
  fireEvent.loadedMetadata(element);
  play(element, 0, 89);
  expect(screen.getAllByRole('button', { name: 'Concluir aula' })[0]).toBeVisible();
  play(element, 90, 91);
  expect(await screen.findAllByRole('button', { name: 'Aula concluída' })).not.toHaveLength(0);
});

test('a lesson with a required quiz is not finished by watching it', async () => {
  const quiz = { id: 7, name: 'Prova da luz', required: 1 as const, open: true };
  const { sent } = openLesson(lesson({ quiz }));
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
  const { sent } = openLesson(lesson());
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
  const { user } = openLesson(lesson());
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
  openLesson(lesson());
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
  const { history } = openLesson(lesson());
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
