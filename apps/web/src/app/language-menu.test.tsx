import { screen, waitFor } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { me } from '@vitrine/contract/me';
import { afterEach, expect, test } from 'vitest';
import { useDevices, useProfile } from '../features/me/me.queries.ts';
import { useContractQuery } from '../kit/queries/contract-query.ts';
import { serve, settle, visit } from '../test/school.tsx';
import { LanguageMenu } from './language-menu.tsx';

afterEach(() => {
  document.cookie = 'language=; path=/; max-age=0';
});

test('the language that a member chooses is that of their mails, too; nobody’s for a visitor', async () => {
  const sent = serve([me.update, () => ({ message: '', data: {} })]);
  for (const { roles, name, language } of [
    { roles: [], name: 'Español', language: 'es' },
    { roles: ['student' as const], name: 'Português', language: 'pt' },
  ]) {
    const { user, leave } = visit(<LanguageMenu />, { roles });
    await user.click(screen.getByText(name));
    await waitFor(() => expect(document.cookie).toContain(`language=${language}`));
    leave();
  }
  await waitFor(() =>
    expect(sent.map(({ name, body }) => [name, body])).toEqual([['me.update', { language: 'pt' }]]),
  );
});

test('of two quick choices the later one is saved', async () => {
  const sent = serve([me.update, () => ({ message: '', data: {} })]);
  visit(<LanguageMenu />, { roles: ['student'] });
  await import('@vitrine/contract/texts.en.json'); // so that its choice ends within this test
  screen.getByText('English').click();
  screen.getByText('Português').click();
  await waitFor(() => expect(sent).toHaveLength(1));
  await settle();
  expect(sent.map(({ body }) => body)).toEqual([{ language: 'pt' }]);
});

test('the profile shows the language that its member has just chosen', async () => {
  let language = 'es';
  serve(
    [me.show, () => ({ data: { language } })],
    [
      me.update,
      ({ body }) => {
        language = body.language;
        return { message: '', data: {} };
      },
    ],
  );
  const Profile = () => <p>Perfil: {useProfile().data?.data.language}</p>;
  const page = (
    <>
      <LanguageMenu />
      <Profile />
    </>
  );
  const { user } = visit(page, { roles: ['student'] });
  expect(await screen.findByText('Perfil: es')).toBeVisible();
  await user.click(screen.getByText('Português'));
  expect(await screen.findByText('Perfil: pt')).toBeVisible();
});

test('what the server names in words is read again in the language that was chosen', async () => {
  const device = () => (document.cookie.includes('language=en') ? 'on Windows' : 'no Windows');
  const list = () => [{ id: 1, type: '4', title: device() }];
  serve(
    [me.sessions, () => [{ id: 1, device: `Chrome ${device()}` }]],
    [carousels.list, list],
    [me.update, () => ({ message: '', data: {} })],
  );
  const Page = () => {
    const { data: devices = [] } = useDevices();
    const { data = [] } = useContractQuery(carousels.list, {});
    return <p>{[...devices.map((one) => one.device), ...data.map(({ title }) => title)].join()}</p>;
  };
  const page = (
    <>
      <LanguageMenu />
      <Page />
    </>
  );
  const { user } = visit(page, { roles: ['owner'] });
  expect(await screen.findByText('Chrome no Windows,no Windows')).toBeVisible();
  await user.click(screen.getByText('English'));
  expect(await screen.findByText('Chrome on Windows,on Windows')).toBeVisible();
});
