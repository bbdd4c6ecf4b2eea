import { screen, waitFor, within } from '@testing-library/react';
import { privacy, type MyData } from '@vitrine/contract/privacy';
import { expect, test } from 'vitest';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import MyDataPage from './my-data-page.tsx';

const data: MyData = {
  groups: [
    { group: 'account', records: 1 },
    { group: 'study', records: 12 },
    { group: 'quizzes', records: 0 },
  ],
  consents: [{ kind: 'ranking', granted: 0, at: '2026-03-03T12:00:00Z' }],
  views: [
    { viewer: 'Ana Prado', what: 'points', at: '2026-03-04T12:00:00Z' },
    { viewer: null, what: 'export', at: '2026-03-05T12:00:00Z' },
  ],
  requests: [],
  retention: {
    sign_in_days: 30,
    mail_days: 10,
    import_days: 90,
    view_months: 12,
    audit_months: 24,
    request_months: 60,
  },
  password: 1,
};

function open(overrides: Partial<MyData> = {}, ...served: Parameters<typeof serve>) {
  const sent = serve(...served, [privacy.show, () => ({ data: { ...data, ...overrides } })]);
  return { sent, ...visit(<MyDataPage />, { at: '/perfil/dados', roles: ['student'] }) };
}
const calls = (sent: { name: string; body?: unknown }[], name: string) =>
  sent.filter((call) => call.name === name);

test('shows stored data with its reason, consents, and views', async () => {
  open();
  const region = within(await screen.findByRole('region', { name: 'O que guardamos e para quê' }));
  expect(region.getByText('12 registros')).toBeVisible();
  expect(region.getByText('Nenhum registro')).toBeVisible();
  expect(region.getByText(/e-mails depois de 10 dias/)).toBeVisible();
  expect(screen.getByText(/^Recusado em 3 de março de 2026/)).toBeVisible();
  const views = within(screen.getByRole('region', { name: 'Quem da equipe viu o seu registro' }));
  expect(views.getAllByRole('listitem')[0]).toHaveTextContent('Ana Prado');
  expect(views.getAllByRole('listitem')[1]).toHaveTextContent('Membro removido');
  expect(screen.getByRole('link', { name: 'Baixar tudo (.zip)' })).toHaveAttribute(
    'href',
    '/api/v1/me/export',
  );
});

const openWithTerms = (terms: Partial<typeof site.footer>, ...served: Parameters<typeof serve>) => {
  const sent = serve(...served, [privacy.show, () => ({ data: { ...data, consents: [] } })]);
  const footer = { ...site.footer, ...terms };
  return { sent, ...visit(<MyDataPage />, { roles: ['student'], site: { ...site, footer } }) };
};

test('the terms are accepted once', async () => {
  const { user, sent } = openWithTerms({ use_terms: '<' }, [
    privacy.acceptTerms,
    () => ({ message: '', data: { kind: 'terms', granted: 1, at: '2026-03-03T12:00:00Z' } }),
  ]);
  expect(await screen.findByRole('link', { name: 'Termos de uso' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Políticas de privacidade' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Li e aceito os termos' }));
  await waitFor(() => expect(calls(sent, 'privacy.acceptTerms')).toHaveLength(1));
});

test('a second press while the terms are accepted, or a link is sent, does nothing', async () => {
  const never = () => new Promise(() => {});
  const { user, sent } = openWithTerms(
    { use_terms: '<' },
    [privacy.acceptTerms, never],
    [privacy.askErasureLink, never],
  );
  const accept = await screen.findByRole('button', { name: 'Li e aceito os termos' });
  await user.click(accept);
  await waitFor(() => expect(accept).toHaveAttribute('aria-busy', 'true'));
  await user.click(accept);
  await user.click(screen.getByRole('button', { name: 'Apagar minha conta' }));
  const link = await screen.findByRole('button', { name: 'Enviar link' });
  await user.click(link);
  await waitFor(() => expect(link).toHaveAttribute('aria-busy', 'true'));
  await user.click(link);
  expect(calls(sent, 'privacy.acceptTerms')).toHaveLength(1);
  expect(calls(sent, 'privacy.askErasureLink')).toHaveLength(1);
});

test('a school without terms asks nobody to accept them', async () => {
  openWithTerms({});
  await screen.findByRole('region', { name: 'O que guardamos e para quê' });
  expect(screen.queryByRole('button', { name: 'Li e aceito os termos' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'O que você permitiu' })).toBeNull();
});

test('erases with the password, and explains the next steps', async () => {
  localStorage.setItem('draft', 'Um rascunho meu');
  const { user, sent } = open({}, [
    privacy.erase,
    () => ({ message: 'Em 7 dias.', data: { erase_at: '2026-03-10T12:00:00Z' } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Apagar minha conta' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Apagar minha conta' })).toBeDisabled();
  await user.type(dialog.getByLabelText('Sua senha'), '{Enter}segredo-bom{Enter}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Sua conta está fechada' })).toHaveTextContent(
    'Em 7 dias.',
  );
  expect(calls(sent, 'privacy.erase').map(({ body }) => body)).toEqual([
    { password: 'segredo-bom' },
  ]);
  await waitFor(() => expect(localStorage.getItem('draft')).toBeNull());
});

test('tells staff that their roles do not come back with a cancelled erasure', async () => {
  serve([privacy.show, () => ({ data })]);
  visit(<MyDataPage />, { at: '/perfil/dados', roles: ['moderator'] });
  const region = await screen.findByRole('region', { name: 'Apagar minha conta' });
  expect(region).toHaveTextContent('a conta volta como a de um aluno');
});

test('tells students nothing about roles', async () => {
  open();
  const region = await screen.findByRole('region', { name: 'Apagar minha conta' });
  expect(region).not.toHaveTextContent('como a de um aluno');
});

test('a wrong password shows an error, and typed text stays', async () => {
  const { user } = open({}, [
    privacy.erase,
    () =>
      refusing(422, 'Senha incorreta.', {
        code: 'invalid',
        errors: { password: ['Senha incorreta.'] },
      }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Apagar minha conta' }));
  await user.type(await screen.findByLabelText('Sua senha'), 'errada{Enter}');
  expect(await screen.findByText('Senha incorreta.')).toBeVisible();
  const field = screen.getByLabelText('Sua senha');
  expect(field).toHaveValue('errada');
  expect(field).toHaveAccessibleDescription('Senha incorreta.');
  await user.type(field, '1');
  expect(field).not.toBeInvalid();
});

test('without a password only the link erases; it opens the question by itself', async () => {
  const { user } = open({ password: 0 }, [privacy.askErasureLink, () => ({ message: 'Enviado.' })]);
  await user.click(await screen.findByRole('button', { name: 'Apagar minha conta' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText('Sua senha')).not.toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Apagar minha conta' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Enviar link' }));
  expect(await dialog.findByRole('button', { name: 'Link enviado' })).toBeDisabled();
});

test('the link in the mail sends its token', async () => {
  const sent = serve(
    [privacy.erase, () => ({ message: '', data: { erase_at: '2026-03-10T12:00:00Z' } })],
    [privacy.show, () => ({ data })],
  );
  const { user } = visit(<MyDataPage />, { at: '/perfil/dados?token=abc', roles: ['student'] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar minha conta?' }));
  await user.click(dialog.getByRole('button', { name: 'Apagar minha conta' }));
  await waitFor(() =>
    expect(calls(sent, 'privacy.erase').map(({ body }) => body)).toEqual([{ token: 'abc' }]),
  );
});

test('a request needs words, and shows its deadline', async () => {
  const { user, sent } = open(
    {
      requests: [
        {
          id: 3,
          kind: 'correction',
          details: 'Meu nome',
          answer: 'Corrigido.',
          created_at: '2026-03-01T12:00:00Z',
          due_at: '2026-03-16T12:00:00Z',
          done_at: '2026-03-02T12:00:00Z',
        },
      ],
    },
    [privacy.ask, ({ body }) => ({ message: 'Enviado.', data: { ...body, id: 4 } })],
  );
  expect(await screen.findByText('Corrigido.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fazer um pedido' }));
  await user.click(await screen.findByRole('button', { name: 'Enviar' }));
  expect(await screen.findByText('Escreva o seu pedido')).toBeVisible();
  expect(calls(sent, 'privacy.ask')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /O que você pede/ }), 'Outro nome');
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() =>
    expect(calls(sent, 'privacy.ask').map(({ body }) => body)).toEqual([
      { kind: 'correction', details: 'Outro nome' },
    ]),
  );
});

test('an erasure that runs is not left, and not begun twice', async () => {
  let answer = (_: unknown) => {};
  const { user, sent } = open({}, [privacy.erase, () => new Promise((done) => (answer = done))]);
  await user.click(await screen.findByRole('button', { name: 'Apagar minha conta' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar minha conta?' }));
  await user.type(dialog.getByLabelText('Sua senha'), 'certa{Enter}{Enter}');
  await user.keyboard('{Escape}');
  expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  expect(screen.getByRole('dialog', { name: 'Apagar minha conta?' })).toBeVisible();
  expect(calls(sent, 'privacy.erase')).toHaveLength(1);
  answer(refusing(503, 'Ocupado'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
