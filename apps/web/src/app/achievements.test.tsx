import { act, screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { levels, type ReachedLevel } from '@vitrine/contract/levels';
import { me } from '@vitrine/contract/me';
import { points, type Entry } from '@vitrine/contract/points';
import { rewards, type EarnedReward } from '@vitrine/contract/rewards';
import { lessonHref } from '@vitrine/contract/urls';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useCourse } from '../features/catalog/catalog.queries.ts';
import { call } from '../platform/api.ts';
import { myCourse } from '../test/course.ts';
import { FakeStream, sendEvent } from '../test/fake-stream.ts';
import { serve, settle, visit } from '../test/school.tsx';
import Achievements from './achievements.tsx';
import Gains from './gains.tsx';

const earned = (id: number, name: string, overrides: Partial<EarnedReward> = {}): EarnedReward => ({
  id,
  name,
  description: '',
  animation: 'trofeu',
  song: 'harpa',
  img: null,
  earned_at: '2026-11-20T12:00:00Z',
  seen: 0,
  deliverables: [],
  ...overrides,
});
const reached = (id: number, name: string): ReachedLevel => ({
  id,
  name,
  color: '#ffb238',
  url_img: null,
  needed_score: 1_000,
  animation: 'levelUpGold',
  reached_at: '2026-11-20T12:00:00Z' as never,
});
const nextLevel = { id: 1, name: 'Mestre', color: '#fff', url_img: null, needed_score: 6_000 };

const nothing = { action: 'like', object_kind: 'post', thing: null } as const;
const entry = (id: number, points: number, at: string) =>
  ({ id, points, at, ...nothing, bonus_of: [], reason: null, note: '' }) as unknown as Entry;
/** The actions that earned the rewards also made the first two entries. */
const ledger = [
  entry(3, 10, '2026-11-20T12:00:00.400Z'),
  entry(2, 5, '2026-11-20T12:00:00Z'),
  entry(1, 100, '2026-11-20T11:59:00Z'),
];
const course = myCourse({ id: 4, title: 'Macro' });
const nextLesson = {
  id: 9,
  title: 'Foco e fundo',
  module_id: 1,
  position: 4,
  seconds: 0,
  duration_seconds: null,
};

function open(
  earnedRewards: EarnedReward[],
  ups: ReachedLevel[] = [],
  path = '/',
  levelsCome: Promise<void> = Promise.resolve(),
) {
  const dismissed: string[] = [];
  const askLevels = vi.fn<() => ReachedLevel[]>(() => [...ups]);
  const sent = serve(
    [
      rewards.mine,
      ({ query }) => earnedRewards.filter(({ seen }) => !query.get('unseen') || !seen),
    ],
    [levels.mine, () => levelsCome.then(askLevels)],
    [rewards.seen, ({ params }) => void dismissed.push(params['id']!)],
    [levels.seen, ({ params }) => void dismissed.push(`level ${params['id']!}`)],
    [
      me.courses,
      () => ({
        data: [
          { ...course, id: 3, state: 'finished', next_lesson: null },
          { ...course, next_lesson: nextLesson },
        ],
        next_cursor: null,
      }),
    ],
    [
      points.mine,
      () => ({
        data: {
          score: 2_000,
          points_name: 'XP',
          level: null,
          next_level: nextLevel,
          ledger,
          next_cursor: null,
          season_id: 1,
          streak: 0,
          week: [],
          today: '2026-11-24',
          unscored: 0,
          sources: { lessons: 20, community: 0, bonus: 0, login: 0, manual: 0 },
        },
      }),
    ],
  );
  return {
    seen: dismissed,
    sent,
    askLevels,
    ...visit(<Achievements />, { roles: ['student'], at: path }),
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a level shows before the reward, even if its answer arrives later', async () => {
  const levels = Promise.withResolvers<void>();
  const view = open([earned(3, 'Vinte aulas')], [reached(5, 'Olhar')], '/', levels.promise);
  await waitFor(() => expect(view.sent.map(({ name }) => name)).toContain('rewards.mine'));
  await settle(); // the rewards have loaded
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => levels.resolve());
  expect(await screen.findByRole('dialog', { name: 'Olhar' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Vinte aulas' })).toBeNull();
});

test('a reward that comes while somebody types takes the focus, and none of their keys', async () => {
  const { user } = open([earned(3, 'Vinte aulas')]);
  const dialog = await screen.findByRole('dialog', { name: 'Vinte aulas' });
  await waitFor(() => expect(dialog).toHaveFocus());
  await user.keyboard('e então {Enter} ');
  expect(dialog).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ouvir a música' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a reward that comes during a full screen waits for its end', async () => {
  let fullScreen: Element | null = document.body;
  Object.defineProperty(document, 'fullscreenElement', {
    configurable: true,
    get: () => fullScreen,
  });
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'));
  await import('../features/rewards/reward-achievement.tsx'); // its code waits for nothing
  const { seen, sent } = open([earned(3, 'Vinte aulas')]);
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('rewards.mine'));
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(seen).toEqual([]);
  fullScreen = null;
  act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  expect(await screen.findByRole('dialog', { name: 'Vinte aulas' })).toBeVisible();
  await waitFor(() => expect(seen).toEqual(['3']));
});

test('a reward pauses the lesson that plays, which goes on afterwards', async () => {
  const video = document.body.appendChild(document.createElement('video'));
  onTestFinished(() => video.remove());
  const pause = vi.spyOn(video, 'pause').mockImplementation(() => {});
  const play = vi.spyOn(video, 'play').mockResolvedValue();
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
  const { user } = open([earned(3, 'Vinte aulas')]);
  await screen.findByRole('dialog', { name: 'Vinte aulas' });
  expect(pause).toHaveBeenCalledOnce();
  expect(play).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(play).toHaveBeenCalledOnce());
});

test('a level shows before the reward, one at a time, and each is marked seen once', async () => {
  const { user, seen } = open([earned(3, 'Vinte aulas')], [reached(5, 'Olhar treinado')]);
  const level = await screen.findByRole('dialog', { name: 'Olhar treinado' });
  expect(level).toHaveTextContent('Você chegou a um novo nível');
  await waitFor(() => expect(level).toHaveTextContent('Este nível começa em 1.000 XP.'));
  expect(screen.getByRole('progressbar', { name: 'Até Mestre' })).toBeVisible();
  expect(screen.getByTestId('animation-levelUpGold')).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Vinte aulas' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Vinte aulas' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(seen).toEqual(['level 5', '3']);
});

test('moments show one after the other, the earliest first, and each is marked seen once', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user, seen } = open([
    earned(3, 'Segunda'),
    earned(2, 'Primeira'),
    earned(1, 'Vista antes', { seen: 1 }),
  ]);
  expect(await screen.findByRole('dialog', { name: 'Primeira' })).toBeVisible();
  expect(play).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ouvir a música' }));
  expect(play).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Encerrar animação' }));
  expect(await screen.findByRole('dialog', { name: 'Segunda' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(seen).toEqual(['2', '3']);
});

test('a reward shows its products, the points of its action, and a link to continue', async () => {
  const { user } = open([
    earned(3, 'Olhar de macro', {
      deliverables: [
        { type: 'file', url: '/arquivos/1', name: 'Guia de bolso.pdf' },
        { type: 'insignia', url: '/arquivos/2' },
        { type: 'link', url: 'https://macro.example.com/um' },
        { type: 'link', url: 'https://macro.example.com/dois' },
        { type: 'product', product: { id: 1, title: 'Plano Macro' } },
      ],
    }),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Olhar de macro' });
  for (const [name, texts] of [
    ['Guia de bolso', 'PDF'],
    ['Insígnia no perfil', 'Já está lá'],
    ['macro.example.com', '2 links'],
    ['Plano Macro', 'Acesso liberado'],
  ] as const)
    expect(within(dialog).getByText(name).parentElement).toHaveTextContent(`${name}${texts}`);
  expect(await within(dialog).findByText('+15 XP')).toBeVisible();
  expect(within(dialog).getByText('faltam 4.000 para Mestre')).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Ver recompensa' })).toHaveAttribute(
    'href',
    '/perfil/recompensas',
  );
  const onwards = await within(dialog).findByRole('link', { name: 'Próxima aula' });
  expect(onwards.getAttribute('href')).toMatch(/foco-e-fundo/);
  await user.click(onwards);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a reward does not link to the current lesson', async () => {
  open([earned(3, 'Olhar de macro')], [], lessonHref(course.id, nextLesson.title, nextLesson.id));
  await screen.findByText('+15 XP');
  await screen.findByRole('link', { name: 'Ver recompensa' });
  await act(async () => {}); // the courses have loaded
  expect(screen.queryByRole('link', { name: 'Próxima aula' })).not.toBeInTheDocument();
});

test('after 7 s the animation stops, and the text of the reward stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open([earned(2, 'Primeira')]);
  await screen.findByRole('dialog', { name: 'Primeira' });
  const stage = screen.getByTestId('animation-trofeu');
  act(() => void vi.advanceTimersByTime(6_900));
  expect(stage).not.toHaveAttribute('data-still');
  act(() => void vi.advanceTimersByTime(200));
  expect(stage).toHaveAttribute('data-still');
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeVisible();
});

test('a level reached by an action on this page is shown, even if the stream opened later', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  const ups: ReachedLevel[] = [];
  const { askLevels } = open([], ups);
  await waitFor(() => expect(askLevels).toHaveReturnedWith([]));
  ups.push(reached(5, 'Olhar treinado'));
  await call(levels.seen, { params: { id: 9 } });
  act(() => FakeStream.last.onopen?.());
  expect(await screen.findByRole('dialog', { name: 'Olhar treinado' })).toBeVisible();
});

test('a course is open as soon as somebody gives the student its product', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  function Macro() {
    const macro = useCourse(4).data?.data;
    return <p>{macro && (macro.locked ? 'Macro com cadeado' : 'Macro aberto')}</p>;
  }
  let locked = true;
  serve(
    [levels.mine, () => []],
    [rewards.mine, () => []],
    [catalog.showCourse, () => ({ data: { locked } })],
  );
  const parts = (
    <>
      <Macro />
      <Gains />
    </>
  );
  visit(parts, { roles: ['student'] });
  expect(await screen.findByText('Macro com cadeado')).toBeVisible();
  locked = false;
  sendEvent('access', {});
  expect(await screen.findByText('Macro aberto')).toBeVisible();
});

test('a course whose product a reward gives is open as soon as the reward shows', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  function Macro() {
    const macro = useCourse(4).data?.data;
    return <p>{macro && (macro.locked ? 'Macro com cadeado' : 'Macro aberto')}</p>;
  }
  const product = { type: 'product' as const, product: { id: 1, title: 'Plano Macro' } };
  let unseen: EarnedReward[] = [];
  serve(
    [levels.mine, () => []],
    [rewards.mine, () => unseen],
    [rewards.seen, () => undefined],
    [catalog.showCourse, () => ({ data: { locked: unseen.length === 0 } })],
    [me.courses, () => ({ data: [], next_cursor: null })],
    [points.mine, () => ({ data: { points_name: 'XP', ledger: [] } })],
  );
  const parts = (
    <>
      <Macro />
      <Achievements />
    </>
  );
  visit(parts, { roles: ['student'] });
  expect(await screen.findByText('Macro com cadeado')).toBeVisible();
  unseen = [earned(3, 'Vinte aulas', { deliverables: [product] })];
  sendEvent('notification', {});
  expect(await screen.findByRole('dialog', { name: 'Vinte aulas' })).toBeVisible();
  expect(await screen.findByText('Macro aberto')).toBeInTheDocument();
});
