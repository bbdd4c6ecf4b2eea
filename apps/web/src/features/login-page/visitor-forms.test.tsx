import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { site } from '../../test/school.tsx';
import '../../visitor.ts';
import { VisitorForm, type VisitorFormProps } from './visitor-forms.tsx';

const expired = 'Este link expirou ou já foi usado. Peça um novo.';
let answers: { status: number; body: object }[];
let sent: [string, unknown][];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push([url, JSON.parse(body)]);
    const { status, body: answer } = answers.shift()!;
    return Response.json(answer, { status });
  });
});

function open(view: VisitorFormProps['view'], ...queued: typeof answers) {
  answers = queued;
  render(<VisitorForm site={site} view={view} token="abc" />);
  return userEvent.setup();
}

test.each([0, 1] as const)('the link by e-mail is offered only if it is on: %i', (enabled) => {
  const login_page = { ...site.login_page, magic_link_enabled: enabled };
  render(<VisitorForm site={{ ...site, login_page }} view="signIn" token="" />);
  expect(screen.getByRole('button', { name: 'Entrar' })).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Receber link por e-mail' })).toHaveLength(
    enabled,
  );
});

test.each(['', '  ', 'Faça login'])(
  'a page with the title %j is headed Faça login',
  (login_text) => {
    const login_page = { ...site.login_page, login_text };
    render(<VisitorForm site={{ ...site, login_page }} view="signIn" token="" />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Faça login$/);
  },
);

test("the owner's link asks for name, e-mail and password, and says what is missing before it sends", async () => {
  const user = open('ownerLink', { status: 401, body: { code: 'link_gone', message: expired } });
  const button = screen.getByRole('button', { name: 'Salvar e entrar' });
  await user.click(button);
  expect(screen.getByRole('alert')).toHaveTextContent('Digite seu nome.');
  await user.type(screen.getByLabelText('Seu nome'), 'Ana Beltrão');
  await user.click(button);
  expect(screen.getByRole('alert')).toHaveTextContent('Digite seu e-mail.');
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  await user.type(screen.getByLabelText('E-mail'), 'ana@example.com');
  await user.type(screen.getByLabelText('Senha'), 'segredo-bom');
  expect(sent).toEqual([]);
  await user.click(button);
  expect(sent).toEqual([
    [
      '/api/v1/session/owner',
      { token: 'abc', name: 'Ana Beltrão', email: 'ana@example.com', password: 'segredo-bom' },
    ],
  ]);
  expect(await screen.findByText(expired)).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@example.com');
});

test.each([
  ['worked', 200, { message: 'Confirmado.' }, 'Confirmado.'],
  ['was used before', 401, { code: 'link_gone', message: expired }, expired],
])('a confirmation that %s links on and is not sent again', async (_what, status, body, words) => {
  const user = open('confirmEmail', { status, body });
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirmar' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ir para a escola' })).toHaveFocus();
});

test('a cancelled erasure leads to the entrance and is not cancelled again', async () => {
  const user = open('cancelErasure', { status: 200, body: { message: 'Sua conta voltou.' } });
  await user.click(screen.getByRole('button', { name: 'Cancelar a exclusão' }));
  expect(await screen.findByText('Sua conta voltou.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancelar a exclusão' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ir para a entrada' })).toHaveFocus();
});

test('a confirmation that failed for another reason can be tried again', async () => {
  const user = open('confirmEmail', { status: 429, body: { message: 'Muitas tentativas.' } });
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Muitas tentativas.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirmar' })).toBeVisible();
});

test.each([
  [
    'a lost connection',
    () => Promise.reject(new TypeError('failed')),
    'Sem conexão. Confira sua internet e tente de novo.',
  ],
  [
    'a proxy that answers for the school',
    () => Promise.resolve(new Response('<h1>502</h1>', { status: 502 })),
    'A escola não responde neste momento. Tente de novo em instantes.',
  ],
])('%s is named, and the form can be sent again', async (_what, fetching, words) => {
  const user = open('confirmEmail');
  const requests = vi.fn<() => Promise<Response>>(fetching);
  vi.stubGlobal('fetch', requests);
  for (const times of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(requests).toHaveBeenCalledTimes(times);
  }
});
