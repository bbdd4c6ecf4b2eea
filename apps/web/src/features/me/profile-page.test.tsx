import { mails } from '@vitrine/contract/mails';
import { me, type Profile, type SignedInDevice } from '@vitrine/contract/me';
import { sessions } from '@vitrine/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../../platform/locale.tsx';
import { useViewer } from '../../platform/site-context.ts';
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
  created_at: '2026-03-03T12:00:00Z',
};
const device = (id: number, name: string, more: Partial<SignedInDevice> = {}): SignedInDevice => ({
  id,
  device: name,
  mobile: 0,
  current: 0,
  last_seen_at: '2026-11-14T12:00:00Z',
  ...more,
});

const ViewerName = () => <p>Olá, {useViewer()?.name}</p>;
function open(places: SignedInDevice[], ...more: Parameters<typeof serve>) {
  const sent = serve(...more, [me.show, () => ({ data: profile })], [me.sessions, () => places]);
  const page = (
    <>
      <ViewerName />
      <ProfilePage />
    </>
  );
  return { sent, ...visit(page, { at: '/perfil', roles: ['student'] }) };
}
const here = device(1, 'Chrome no Windows', { current: 1 });

afterEach(() => chooseLanguage('pt'));

test('shows who one is and where one is signed in', async () => {
  open([here, device(2, 'Safari no iPhone')]);
  expect(await screen.findByRole('heading', { name: 'Marina Teles' })).toBeVisible();
  expect(screen.getByText('Em Contraluz desde março de 2026')).toBeVisible();
  const [own, phone] = await screen.findAllByRole('listitem');
  expect(own).toHaveTextContent('Agora, neste aparelho');
  expect(within(own!).queryByRole('button')).not.toBeInTheDocument();
  expect(phone).toHaveTextContent('Última visita: 14 de novembro de 2026');
});

test('sends what was changed alone, and the page greets by the new name', async () => {
  const { user, sent } = open(
    [here],
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

test('a chosen language is spoken at once', async () => {
  const { user } = open([here], [me.update, ({ body }) => ({ data: { ...profile, ...body } })]);
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  await user.click(await screen.findByRole('combobox', { name: 'Idioma' }));
  await user.click(await screen.findByRole('option', { name: 'English' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Where your account is signed in')).toBeInTheDocument();
});

test('a name that is missing is said before anything is sent', async () => {
  const { user, sent } = open([here]);
  await user.click(await screen.findByRole('button', { name: 'Editar perfil' }));
  await user.clear(await screen.findByRole('textbox', { name: /Nome/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Campo obrigatório')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('me.update');
});

test('one place is ended', async () => {
  const places = [here, device(2, 'Safari no iPhone')];
  const { user } = open(places, [
    me.endSession,
    ({ params }) => void places.splice(Number(params['id']) - 1, 1),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Desconectar: Safari no iPhone' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /os outros|o outro/ })).not.toBeInTheDocument();
});

test('all others are ended once it is confirmed', async () => {
  const places = [here, device(2, 'Safari no iPhone'), device(3, 'Edge no Windows')];
  const { user } = open(places, [me.endOtherSessions, () => void places.splice(1)]);
  await user.click(await screen.findByRole('button', { name: 'Desconectar os outros 2' }));
  expect(places).toHaveLength(3);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Desconectar' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('a new password comes by mail, and a failure is said', async () => {
  let tries = 0;
  const { user, sent } = open(
    [here],
    [
      sessions.forgot,
      () => ((tries += 1) === 1 ? refusing(429, 'Muitas tentativas.') : { message: 'ok' }),
    ],
  );
  const ask = await screen.findByRole('button', { name: 'Enviar link para nova senha' });
  await user.click(ask);
  expect(await screen.findByText('Muitas tentativas.')).toBeVisible();
  await user.click(ask);
  expect(await screen.findByText(/O link chega em instantes/)).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({ email: 'marina@example.com' });
});

test('a profile that does not load says so', async () => {
  open([here], [me.show, () => refusing(500, 'Algo deu errado.')]);
  expect(await screen.findByText('Seu perfil não carregou')).toBeVisible();
});

test('says that mails were refused, and tries again', async () => {
  let refused: 0 | 1 = 1;
  const { user } = open(
    [here],
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
