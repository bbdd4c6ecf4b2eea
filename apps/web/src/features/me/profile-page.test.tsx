import { act, screen, waitFor, within } from '@testing-library/react';
import { mails } from '@vitrine/contract/mails';
import { me, type MyCourses, type Profile, type SignedInDevice } from '@vitrine/contract/me';
import { points, type Score } from '@vitrine/contract/points';
import { rewards } from '@vitrine/contract/rewards';
import { sessions } from '@vitrine/contract/sessions';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../../platform/locale.tsx';
import { useViewer } from '../../platform/site-context.ts';
import { myCourse } from '../../test/course.ts';
import { catchSending } from '../../test/fake-upload.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import ProfilePage from './profile-page.tsx';

const profile: Profile = {
  id: 7,
  name: 'Marina Teles',
  email: 'marina@example.com',
  email_refused: 0,
  photo_url: null,
  bio: 'Fotografo a feira.',
  language: null,
  roles: ['student'],
  in_ranking: 1,
  show_profile: 1,
  time_zone: null,
  watched_seconds: 4500,
  created_at: '2026-03-03T12:00:00Z',
};
const device = (
  id: number,
  name: string,
  overrides: Partial<SignedInDevice> = {},
): SignedInDevice => ({
  id,
  device: name,
  mobile: 0,
  current: 0,
  last_seen_at: '2026-11-14T12:00:00Z',
  ...overrides,
});

const course = myCourse({ seconds: 20_000, seconds_left: 8_600 });
const courses: MyCourses = {
  data: [course, { ...course, id: 4, title: 'Novo', state: 'new' }],
  next_cursor: null,
  week: null,
  counts: { all: 2, begun: 1, new: 1, finished: 0 },
};

const ViewerName = () => <p>Olá, {useViewer()?.name}</p>;
function open(places: SignedInDevice[], ...calls: Parameters<typeof serve>) {
  const sent = serve(
    ...calls,
    [me.show, () => ({ data: profile })],
    [me.sessions, () => places],
    [me.courses, () => courses],
  );
  const page = (
    <>
      <ViewerName />
      <ProfilePage />
    </>
  );
  return { sent, ...visit(page, { at: '/perfil', roles: ['student'] }) };
}
const devices = () => within(screen.getByRole('region', { name: 'Onde sua conta está conectada' }));
const current = device(1, 'Chrome no Windows', { current: 1 });

afterEach(() => chooseLanguage('pt'));

test('shows the member and their devices', async () => {
  open([current, device(2, 'Safari no iPhone')]);
  expect(await screen.findByRole('heading', { name: 'Marina Teles' })).toBeVisible();
  expect(screen.getByText('Em Contraluz desde março de 2026')).toBeVisible();
  const places = within(
    await screen.findByRole('region', { name: 'Onde sua conta está conectada' }),
  );
  const [own, phone] = await places.findAllByRole('listitem');
  expect(own).toHaveTextContent('Agora, neste aparelho');
  expect(within(own!).queryByRole('button')).not.toBeInTheDocument();
  expect(phone).toHaveTextContent('Última visita: 14 de novembro');
  expect(within(phone!).getByTitle(/^14 de novembro de 2026/)).toBeVisible();
});

test.each([
  { role: 'student' as const, switches: 1 },
  { role: 'instructor' as const, switches: 0 },
])('$role has $switches switch of the ranking', async ({ role, switches }) => {
  serve(
    [me.show, () => ({ data: profile })],
    [me.sessions, () => [current]],
    [me.courses, () => courses],
  );
  visit(<ProfilePage />, { roles: [role] });
  expect(await screen.findByRole('switch', { name: /^Mostrar meu perfil/ })).toBeVisible();
  expect(screen.queryAllByRole('switch', { name: /^Aparecer no ranking/ })).toHaveLength(switches);
});

test('sends only changed fields, and the page greets by the new name', async () => {
  const { user, sent } = open(
    [current],
    [me.update, ({ body }) => ({ data: { ...profile, ...body } })],
  );
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  const name = await screen.findByRole('textbox', { name: /Nome/ });
  await user.clear(name);
  await user.type(name, 'Marina T.');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Olá, Marina T.')).toBeVisible();
  expect(sent.find(({ name: call }) => call === 'me.update')?.body).toEqual({ name: 'Marina T.' });
});

test('the button of the photo leads to the photo, and has the focus again', async () => {
  const { user } = open([current]);
  const change = await screen.findByRole('button', { name: 'Trocar foto' });
  await user.click(change);
  const dialog = await screen.findByRole('dialog', { name: 'Editar perfil' });
  const photo = within(dialog).getByRole('group', { name: /Foto/ });
  await waitFor(() => expect(photo).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(change).toHaveFocus());
});

test('a profile is not saved while its photo is on its way', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('HEIC'));
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const sending = catchSending();
  const { user, sent } = open([current]);
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar perfil' });
  await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), '!');
  await user.upload(
    dialog.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['x'], 'praia.heic', { type: 'image/heic' }),
  );
  await waitFor(() => expect(sending).toHaveLength(1));
  act(() => sending[0]!.progress(1, 2));
  expect(await within(dialog).findByText('Envio em andamento 50 %')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox', { name: /Nome/ }), '{Enter}');
  expect(sent.map(({ name }) => name)).not.toContain('me.update');
  act(() => sending[0]!.fail());
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Salvar' })).toBeEnabled());
});

test('a chosen language applies at once', async () => {
  const { user, sent } = open(
    [current],
    [me.update, ({ body }) => ({ data: { ...profile, ...body } })],
  );
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  await user.click(await screen.findByRole('combobox', { name: 'Idioma' }));
  await user.click(await screen.findByRole('option', { name: 'English' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Where your account is signed in')).toBeInTheDocument();
  // The server names the devices, in the language of the cookie.
  await waitFor(() => expect(sent.filter(({ name }) => name === 'me.sessions')).toHaveLength(2));
});

test('a missing name shows an error before anything is sent', async () => {
  const { user, sent } = open([current]);
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  await user.clear(await screen.findByRole('textbox', { name: /Nome/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Campo obrigatório')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('me.update');
});

test('ending one session keeps the others', async () => {
  const places = [current, device(2, 'Safari no iPhone')];
  const { user } = open(places, [
    me.endSession,
    ({ params }) => void places.splice(Number(params['id']) - 1, 1),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Desconectar: Safari no iPhone' }));
  await waitFor(() => expect(devices().getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() => expect(devices().getByRole('list')).toHaveFocus());
  expect(screen.queryByRole('button', { name: /os outros|o outro/ })).not.toBeInTheDocument();
});

test('the button that ends a session tells when its device was used last', async () => {
  open([current, device(2, 'Safari no iPhone'), device(3, 'Safari no iPhone')]);
  const buttons = await screen.findAllByRole('button', { name: 'Desconectar: Safari no iPhone' });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) expect(button).toHaveAccessibleDescription(/^Última visita: /);
});

test('a confirmation ends all other sessions', async () => {
  const places = [current, device(2, 'Safari no iPhone'), device(3, 'Edge no Windows')];
  const { user } = open(places, [me.endOtherSessions, () => void places.splice(1)]);
  await user.click(await screen.findByRole('button', { name: 'Desconectar os outros 2' }));
  expect(places).toHaveLength(3);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Desconectar' }));
  await waitFor(() => expect(devices().getAllByRole('listitem')).toHaveLength(1));
  await waitFor(() => expect(devices().getByRole('list')).toHaveFocus());
});

test('a new password comes by mail, and a failure shows a message', async () => {
  let tries = 0;
  const { user, sent } = open(
    [current],
    [
      sessions.forgot,
      () => ((tries += 1) === 1 ? refusing(429, 'Muitas tentativas.') : { message: 'ok' }),
    ],
  );
  const button = await screen.findByRole('button', { name: 'Enviar link para nova senha' });
  await user.click(button);
  expect(await screen.findByText('Muitas tentativas.')).toBeVisible();
  await user.click(button);
  expect(await screen.findByText(/O link chega em instantes/)).toBeVisible();
  // A browser takes the focus of a button that is `disabled`.
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(tries).toBe(2);
  expect(sent.at(-1)?.body).toEqual({ email: 'marina@example.com' });
});

test('a profile that fails to load shows an error', async () => {
  open([current], [me.show, () => refusing(500, 'Algo deu errado.')]);
  expect(await screen.findByText('Seu perfil não carregou')).toBeVisible();
});

test('says that mails were refused, and tries again', async () => {
  let refused: 0 | 1 = 1;
  const { user } = open(
    [current],
    [me.show, () => ({ data: { ...profile, email_refused: refused } })],
    [
      mails.retryOwnAddress,
      () => {
        refused = 0;
        return { message: 'Certo.' };
      },
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Está certo, tentar de novo' }));
  await waitFor(() => expect(screen.queryByText(/recusou nossas/)).not.toBeInTheDocument());
});

test('shows the started courses, with percent and hours watched', async () => {
  open([current]);
  const section = within(await screen.findByRole('region', { name: 'Cursos' }));
  const [row, ...more] = await section.findAllByRole('listitem');
  expect(more).toEqual([]);
  expect(row).toHaveTextContent('5 de 12 aulas · assistiu 3 h 10 min');
  expect(row).toHaveTextContent('42%');
  expect(screen.getByText('1 h 15 min')).toBeVisible();
});

test('at most six rewards show, the earned ones first', async () => {
  const texts = { description: '', img: null };
  const earned = (id: number) => {
    const earned_at = '2026-03-03T12:00:00Z';
    const celebration = { animation: 'none', song: '', seen: 1, deliverables: [] };
    return { id, name: `Ganha ${id}`, ...texts, ...celebration, earned_at };
  };
  const next = (id: number) => {
    const way = { criteria: 'score', needed_score: 50, missing: 10, thing: null };
    return { id, name: `Próxima ${id}`, ...texts, ...way };
  };
  open(
    [current],
    [points.mine, () => refusing(404, 'Não encontrado')],
    [rewards.mine, () => [1, 2, 3, 4, 5].map(earned)],
    [rewards.next, () => [6, 7, 8].map(next)],
  );
  const section = within(await screen.findByRole('region', { name: 'Recompensas' }));
  await waitFor(() => expect(section.getByText('5 de 8')).toBeVisible());
  const names = section.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toHaveLength(6);
  expect(names.at(-1)).toContain('Próxima 6');
});

test('shows earned rewards, the next one, and the active days of the week', async () => {
  const score: Score = {
    score: 40,
    points_name: 'XP',
    level: null,
    next_level: null,
    ledger: [],
    next_cursor: null,
    season_id: 1,
    streak: 2,
    week: [1, 0, 0, 0, 0, 1, 1],
    today: '2026-03-29',
    unscored: 0,
    sources: { lessons: 40, community: 0, bonus: 0, login: 0, manual: 0 },
  };
  open(
    [current],
    [points.mine, () => ({ data: score })],
    [
      rewards.mine,
      () => [
        {
          id: 1,
          name: 'Primeiro clique',
          description: '',
          animation: 'confetti',
          song: '',
          img: null,
          earned_at: '2026-03-03T12:00:00Z',
          seen: 1,
          deliverables: [],
        },
      ],
    ],
    [
      rewards.next,
      () => [
        {
          id: 2,
          name: 'Noite longa',
          description: '',
          img: null,
          criteria: 'score',
          needed_score: 50,
          missing: 10,
          thing: null,
        },
      ],
    ],
  );
  const section = within(await screen.findByRole('region', { name: 'Recompensas' }));
  expect(section.getByText('1 de 2')).toBeVisible();
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    'Primeiro clique3 de março',
    'Noite longaFaltam 10 XP.',
  ]);
  expect(await screen.findByText('2 dias seguidos com pontos')).toBeVisible();
  expect(screen.getAllByText(/: com pontos$/)).toHaveLength(3);
  expect(screen.getAllByText(/: sem pontos$/)).toHaveLength(4);
  // By the day of the server, whatever the browser's.
  expect(screen.getByText('segunda-feira: com pontos')).toBeInTheDocument();
  expect(screen.getByText('domingo: com pontos')).toBeInTheDocument();
});

test('the card can be hidden from others, and links to their view', async () => {
  const { user, sent } = open(
    [current],
    [me.update, ({ body }) => ({ data: { ...profile, ...body } })],
  );
  await user.click(await screen.findByRole('switch', { name: /Mostrar meu perfil aos colegas/ }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === 'me.update')?.body).toEqual({ show_profile: false }),
  );
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(screen.queryByText('Perfil atualizado com sucesso.')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver como os outros veem' })).toHaveAttribute(
    'href',
    '/pessoas/7',
  );
});
