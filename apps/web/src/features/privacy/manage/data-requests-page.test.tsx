import { screen, waitFor, within } from '@testing-library/react';
import { limits, privacy, type ManagedRequest } from '@vitrine/contract/privacy';
import { expect, test } from 'vitest';
import { serve, visit } from '../../../test/school.tsx';
import DataRequestsPage from './data-requests-page.tsx';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const request = (overrides: Partial<ManagedRequest> = {}): ManagedRequest => ({
  id: 1,
  kind: 'correction',
  details: 'Meu nome',
  answer: '',
  created_at: day(-5),
  due_at: day(9.5),
  done_at: null,
  member: { id: 7, name: 'Rosa Lima', email: 'rosa@example.com' },
  erase_at: null,
  ...overrides,
});
const retention = {
  sign_in_days: 30,
  mail_days: 30,
  import_days: 90,
  view_months: 12,
  audit_months: 24,
  request_months: 60,
};

function open(requests: ManagedRequest[], ...more: Parameters<typeof serve>) {
  const sent = serve(
    ...more,
    [privacy.requests, () => ({ data: requests, open: requests.length, next_cursor: null })],
    [privacy.retention, () => ({ data: retention })],
    [privacy.answerRequest, () => ({ message: 'Pedido respondido.', data: request() })],
    [privacy.changeRetention, ({ body }) => ({ message: '', data: { ...retention, ...body } })],
  );
  return { sent, ...visit(<DataRequestsPage />, { at: '/gestao/dados', roles: ['owner'] }) };
}

test('each request shows its member and the days left', async () => {
  open([
    request(),
    request({ id: 2, due_at: day(0.5) }),
    request({ id: 3, due_at: day(-1) }),
    request({ id: 4, kind: 'erasure', details: '', member: null, erase_at: day(3) }),
  ]);
  const rows = within(await screen.findByRole('list', { name: 'Pedidos' }));
  await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(4));
  const [later, today, late, erasure] = rows.getAllByRole('listitem') as [
    ...[HTMLElement, HTMLElement, HTMLElement, HTMLElement],
  ];
  expect(later).toHaveTextContent('Faltam 10 dias');
  expect(later).toHaveTextContent('Rosa Lima · rosa@example.com');
  expect(today).toHaveTextContent('Falta 1 dia');
  expect(late).toHaveTextContent('Prazo vencido');
  expect(erasure).toHaveTextContent('Membro removido');
  // The job answers erasures, so there is no button.
  expect(within(erasure).queryByRole('button')).not.toBeInTheDocument();
});

test('answered requests are listed apart, with the answer and without a deadline', async () => {
  const done = request({ answer: 'Corrigido.', created_at: '2026-03-02T12:00:00Z' });
  const { user } = open(
    [],
    [
      privacy.requests,
      ({ query }) => ({
        data: query.get('state') === 'done' ? [{ ...done, done_at: '2026-03-09T12:00:00Z' }] : [],
        open: 0,
        next_cursor: null,
      }),
    ],
  );
  expect(await screen.findByText('Nenhum pedido aberto')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Atendidos' }));
  const row = (await screen.findByText('Corrigido.')).closest('li')!;
  expect(row).toHaveTextContent(/Pedido em .*2 de mar.*, atendido em .*9 de mar/);
  expect(row).not.toHaveTextContent(/Falta|Prazo/);
  expect(within(row).queryByRole('button')).toBeNull();
});

test('a running erasure says when everything is deleted', async () => {
  open([request({ kind: 'erasure', erase_at: '2026-03-09T12:00:00Z' })]);
  expect(await screen.findByText(/^Tudo é apagado em .*9 de mar/)).toBeVisible();
});

test('an answer is sent to its request', async () => {
  const { user, sent } = open([request()]);
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  await user.type(await screen.findByRole('textbox', { name: /Resposta/ }), 'Corrigido.');
  await user.click(screen.getByRole('button', { name: 'Enviar resposta' }));
  await waitFor(() => {
    const [call] = sent.filter(({ name }) => name === 'privacy.answerRequest');
    expect(call?.body).toEqual({ answer: 'Corrigido.' });
  });
});

test('a pasted answer above the limit is not cut: the field counts what is too much', async () => {
  const { user } = open([request()]);
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  const answer = await screen.findByRole('textbox', { name: /Resposta/ });
  await user.click(answer);
  await user.paste('a'.repeat(limits.requestText + 1));
  expect(answer).toHaveValue('a'.repeat(limits.requestText + 1));
  expect(screen.getByText('1.001/1.000')).toBeVisible();
});

test('a retention time that a colleague has changed since is not saved over without a question', async () => {
  let now = retention;
  const { user, sent } = open([], [privacy.retention, () => ({ data: now })]);
  await user.click(await screen.findByRole('button', { name: 'Mudar prazos' }));
  const mails = await screen.findByRole('spinbutton', { name: 'E-mails enviados' });
  await user.clear(mails);
  await user.type(mails, '15');
  now = { ...retention, mail_days: 20, import_days: 60 };
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const question = await screen.findByRole('dialog', {
    name: 'Estes campos mudaram enquanto isso',
  });
  const changes = () => sent.filter(({ name }) => name === 'privacy.changeRetention');
  expect(changes()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Salvar por cima' }));
  await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ mail_days: 15 }]));
});

test('a retention time is changed alone; one out of range is not sent', async () => {
  const { user, sent } = open([]);
  expect(await screen.findByText('Nenhum pedido aberto')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Mudar prazos' }));
  const mails = await screen.findByRole('spinbutton', { name: 'E-mails enviados' });
  await user.clear(mails);
  await user.type(mails, '3');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const changes = () => sent.filter(({ name }) => name === 'privacy.changeRetention');
  await waitFor(() => expect(mails).toBeInvalid());
  expect(changes()).toEqual([]);
  await user.clear(mails);
  await user.type(mails, '15');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ mail_days: 15 }]));
});

test('an erasure says when everything is gone, until it has happened', async () => {
  const erasure = { kind: 'erasure', details: '', erase_at: '2026-03-09T12:00:00Z' } as const;
  open([
    request({ ...erasure, due_at: day(5) }),
    request({ ...erasure, id: 2, due_at: day(5), done_at: '2026-03-10T12:00:00Z' }),
  ]);
  const list = within(await screen.findByRole('list', { name: 'Pedidos' }));
  const told = await list.findAllByText(
    /^Tudo é apagado em .*9 de mar.*, sem mais nada a fazer\.$/,
  );
  expect(told).toHaveLength(1);
});
