import { screen, waitFor, within } from '@testing-library/react';
import { mails, type ListedMail } from '@vitrine/contract/mails';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import MailsPage from './mails-page.tsx';

const mail = (id: number, overrides: Partial<ListedMail> = {}): ListedMail => ({
  id,
  kind: 'password',
  state: 'sent',
  reason: null,
  notices: 1,
  error: '',
  recipient: `pessoa${id}@example.com`,
  refused: 0,
  member: { id: 70 + id, name: `Pessoa ${id}`, photo_url: null },
  created_at: '2026-03-03T12:00:00Z',
  sent_at: '2026-03-03T12:01:00Z',
  ...overrides,
});

type FakeCalls = Parameters<typeof serve>;
function open(
  data: ListedMail[],
  { delivers = 1 as 0 | 1, at = '/gestao/emails' } = {},
  ...calls: FakeCalls
) {
  const sent = serve(...calls, [mails.list, () => ({ data, next_cursor: null, delivers })]);
  return { sent, ...visit(<MailsPage />, { at, roles: ['owner'] }) };
}
const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement);

test('shows the kind and the outcome of each mail', async () => {
  open([
    mail(1),
    mail(2, { kind: 'digest', state: 'skipped', reason: 'read', notices: 5, sent_at: null }),
    mail(3, { kind: 'notification', state: 'held', sent_at: null }),
    mail(4, { state: 'failed', error: '451 Try later', sent_at: null }),
    mail(5, { member: null, recipient: '' }),
    mail(6, { kind: 'notification', state: 'failed', sent_at: null }),
  ]);
  const sent = await rowOf('Pessoa 1');
  expect(sent.getByText('Nova senha')).toBeVisible();
  expect(sent.getByText('Enviado')).toBeVisible();
  const digest = await rowOf('Pessoa 2');
  expect(digest.getByText('5 avisos')).toBeVisible();
  expect(digest.getByText('A pessoa leu na escola antes do envio.')).toBeVisible();
  expect((await rowOf('Pessoa 3')).getByText(/entre 22h e 8h/)).toBeVisible();
  expect((await rowOf('Pessoa 4')).getByText('O servidor disse: 451 Try later')).toBeVisible();
  expect((await rowOf('Pessoa 6')).getByText(/não pôde ser escrito/)).toBeVisible();
  expect(screen.getByText('Membro removido')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Tentar de novo/ })).not.toBeInTheDocument();
});

test('a refused address is tried again', async () => {
  const retried: string[] = [];
  const { user } = open(
    [mail(1, { state: 'bounced', error: '550 No such mailbox', refused: 1, sent_at: null })],
    {},
    [
      mails.retryAddress,
      ({ params }) => {
        retried.push(params['id']!);
        return { message: 'Certo.' };
      },
    ],
  );
  await user.click(
    await screen.findByRole('button', { name: 'Tentar de novo: pessoa1@example.com' }),
  );
  expect(await screen.findByText('Certo.')).toBeVisible();
  expect(retried).toEqual(['71']);
});

test('a mail that arrived asks for no other try, and one notice is not counted', async () => {
  open([
    mail(1, { kind: 'digest', refused: 1 }),
    mail(2, { kind: 'digest', state: 'bounced', refused: 1, sent_at: null }),
  ]);
  expect((await rowOf('Pessoa 2')).getByRole('button', { name: /^Tentar de novo/ })).toBeVisible();
  const arrived = await rowOf('Pessoa 1');
  expect(arrived.queryByRole('button', { name: /^Tentar de novo/ })).toBeNull();
  expect(arrived.queryByText(/\d aviso/)).toBeNull();
});

test('the URL and the filters set the request', async () => {
  const searches: string[] = [];
  const { user, history } = open([], { at: '/gestao/emails?situacao=bounced' }, [
    mails.list,
    ({ query }) => {
      searches.push(query.toString());
      return { data: [], next_cursor: null, delivers: 1 };
    },
  ]);
  expect(await screen.findByText('Nenhum e-mail com estes filtros')).toBeVisible();
  expect(searches).toEqual(['state=bounced']);
  await user.type(screen.getByRole('searchbox'), 'ana{Enter}');
  await waitFor(() => expect(searches.at(-1)).toBe('search=ana&state=bounced'));
  expect(history.location.search).toBe('?busca=ana&situacao=bounced');
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(await screen.findByText('Ainda não saiu nenhum e-mail')).toBeVisible();
});

test('a test mail is sent; a refusal says why', async () => {
  let tries = 0;
  const { user } = open([], {}, [
    mails.test,
    () => {
      tries += 1;
      if (tries > 1) return refusing(429, 'Muitas tentativas.');
      return { message: 'A caminho.' };
    },
  ]);
  const button = await screen.findByRole('button', { name: 'Enviar e-mail de teste' });
  await user.click(button);
  expect(await screen.findByText('A caminho.')).toBeVisible();
  await user.click(button);
  expect(await screen.findByText('Muitas tentativas.')).toBeVisible();
});

test('says that no mail is sent without a mail server, and when the list does not load', async () => {
  open([], { delivers: 0 });
  expect(await screen.findByText(/nada sai da fila/)).toBeVisible();
});

test('a list that fails to load shows an error and a retry', async () => {
  let fails = true;
  const { user } = open([], {}, [
    mails.list,
    () =>
      fails ? refusing(503, 'Fora do ar') : { data: [mail(1)], next_cursor: null, delivers: 1 },
  ]);
  expect(await screen.findByText('Os e-mails não carregaram')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Pessoa 1')).toBeVisible();
});

test('a mail on its way tells what the mail server said before the next try', async () => {
  open([
    mail(1, { state: 'waiting', error: '421 Busy', sent_at: null }),
    mail(2, { state: 'waiting', sent_at: null }),
  ]);
  const tried = await rowOf('Pessoa 1');
  expect(tried.getByText('Tentamos de novo. O servidor disse: 421 Busy')).toBeVisible();
  expect((await rowOf('Pessoa 2')).queryByText(/O servidor disse/)).toBeNull();
});

test('a school that has sent nothing is led to a test, and not to its filters', async () => {
  open([]);
  expect(await screen.findByText('Ainda não saiu nenhum e-mail')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Limpar filtros' })).toBeNull();
});
