import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '@vitrine/contract/texts.en.json';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { site } from '../../test/school.tsx';
import { createTranslation, TranslationContext } from '../../ui/translation.ts';
import '../../visitor.ts';
import { VisitorForm, type VisitorFormProps } from './visitor-forms.tsx';
import { VisitorPage } from './visitor-page.tsx';

const expired = 'Este link expirou ou já foi usado. Peça um novo.';
let answers: { status: number; body: object }[];
let sent: [string, unknown][];

beforeEach(() => {
  document.body.replaceChildren();
  document.cookie = 'mailed-to=; path=/entrar; max-age=0';
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push([new URL(url, location.href).pathname, JSON.parse(body)]);
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

test('the keyboard goes from the e-mail to the password', async () => {
  const user = open('signIn');
  await user.click(screen.getByLabelText('E-mail'));
  await user.tab();
  expect(screen.getByLabelText('Senha')).toHaveFocus();
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

const gone = { status: 401, body: { code: 'link_gone', message: expired } };
const linkSent = 'Se este e-mail tem uma conta aqui, o link chega em instantes.';

test.each([
  ['sign in', 'magicLink', 'Entrar', 'Um toque e você está dentro.', '/api/v1/session/magic-link'],
  [
    'a new password',
    'password',
    'Salvar e entrar',
    'De 8 a 200 caracteres.',
    '/api/v1/password/forgot',
  ],
] as const)(
  'a link to %s that is gone makes room for the form of a new one',
  async (_what, view, button, lead, call) => {
    const user = open(view, gone, { status: 202, body: { message: linkSent } });
    expect(screen.getByText(lead)).toBeVisible();
    if (view === 'password') await user.type(screen.getByLabelText('Nova senha'), 'segredo-bom');
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(expired)).toBeVisible();
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect(screen.getByText(lead)).not.toBeVisible();
    const email = screen.getByLabelText('E-mail');
    expect(email).toHaveFocus();
    const again = screen.getByRole('button', { name: 'Enviar novo link' });
    await user.click(again);
    expect(screen.getByRole('alert')).toHaveTextContent('Digite seu e-mail.');
    await user.type(email, 'rosa@example.com{Enter}');
    expect(await screen.findByText(linkSent)).toBeVisible();
    expect(sent.slice(1)).toEqual([[call, expect.objectContaining({ email: 'rosa@example.com' })]]);
    expect(again).toHaveAccessibleName('Enviar de novo em 30 s');
  },
);

test('a cookie that another program has spoilt costs nobody the form of a new link', async () => {
  history.replaceState(null, '', '/entrar/link?token=abc');
  document.cookie = 'mailed-to=50%; path=/entrar';
  const user = open('magicLink', gone);
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText(expired)).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toHaveValue('');
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  document.cookie = 'mailed-to=; path=/entrar; max-age=0';
  history.replaceState(null, '', '/');
});

test('the browser that asked for a link gets a new one by one press', async () => {
  history.replaceState(null, '', '/entrar/link?token=abc&next=%2Ffavoritos');
  const user = open('signIn', { status: 202, body: { message: linkSent } });
  await user.type(screen.getByLabelText('E-mail'), 'rosa+luz@example.com');
  await user.click(screen.getByRole('button', { name: 'Receber link por e-mail' }));
  expect(await screen.findByText(linkSent)).toBeVisible();
  cleanup();
  const later = open('magicLink', gone, { status: 202, body: { message: linkSent } });
  await later.click(screen.getByRole('button', { name: 'Entrar' }));
  const again = await screen.findByRole('button', { name: 'Enviar novo link' });
  expect(again).toHaveFocus();
  await later.keyboard('{Enter}');
  expect(await screen.findByText(linkSent)).toBeVisible();
  expect(sent.at(-1)).toEqual([
    '/api/v1/session/magic-link',
    { email: 'rosa+luz@example.com', next: '/entrar/link?token=abc&next=%2Ffavoritos' },
  ]);
  history.replaceState(null, '', '/');
});

test('a school that mails no links to sign in offers none, and leads to its sign-in page', async () => {
  answers = [gone];
  const login_page = { ...site.login_page, magic_link_enabled: 0 as const };
  render(<VisitorForm site={{ ...site, login_page }} view="magicLink" token="abc" />);
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText(expired)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enviar novo link' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Ir para a entrada' })).toHaveAttribute(
    'href',
    '/entrar',
  );
});

test('another language keeps the form of a new link, its address and why it is there', async () => {
  answers = [gone];
  const { user, english } = openPage('magicLink', async () => new Response(english));
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await user.type(await screen.findByLabelText('E-mail'), 'rosa@example.com');
  await user.selectOptions(languageChoice(), 'en');
  expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  expect(screen.getByLabelText('E-mail')).toHaveValue('rosa@example.com');
  expect(screen.getByText(expired)).toBeVisible();
  expect(languageChoice()).toHaveFocus();
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

test('a browser that refuses cookies is told so, and uses up no link', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const user = open('magicLink', { status: 429, body: { message: 'Muitas tentativas.' } });
  const button = screen.getByRole('button', { name: 'Entrar' });
  await user.click(button);
  expect(await screen.findByText(/^Seu navegador recusa os cookies/)).toBeVisible();
  expect(sent).toEqual([]);
  cookies.mockRestore();
  await user.click(button);
  expect(await screen.findByText('Muitas tentativas.')).toBeVisible();
  expect(document.cookie).not.toContain('probe');
});

test('a button that has sent a link keeps the focus, and sends no second one at once', async () => {
  const user = open('signIn', { status: 200, body: { message: 'Se existir, o link chega.' } });
  await user.type(screen.getByLabelText('E-mail'), 'rosa@example.com');
  const button = screen.getByRole('button', { name: 'Receber link por e-mail' });
  await user.click(button);
  expect(await screen.findByText('Se existir, o link chega.')).toBeVisible();
  expect(button).toHaveFocus();
  // A browser takes the focus of a button that is `disabled`.
  expect(button).toBeEnabled();
  expect(button).toHaveAccessibleName('Enviar de novo em 30 s');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(sent).toHaveLength(1);
});

const languageChoice = () => screen.getByRole<HTMLSelectElement>('combobox');

/** A page as the server sends it, and the answers to the choices of a language. */
function openPage(view: VisitorFormProps['view'], ...pages: (() => Promise<Response>)[]) {
  const page = <VisitorPage site={site} view={view} token="abc" />;
  document.documentElement.lang = 'pt-BR';
  document.cookie = 'language=; path=/; max-age=0';
  document.body.innerHTML = renderToStaticMarkup(page);
  const posting = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    init ? posting(url, init) : pages.shift()!(),
  );
  const english = renderToStaticMarkup(
    <TranslationContext value={createTranslation('en', en)}>{page}</TranslationContext>,
  );
  return {
    user: userEvent.setup(),
    english: `<html lang="en"><title>Sign in</title><body>${english}</body></html>`,
  };
}

test('another language keeps the field of the code, and what is typed there', async () => {
  answers = [{ status: 401, body: { code: 'code_needed', message: 'Digite o código.' } }];
  const { user, english } = openPage('magicLink', async () => new Response(english));
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await user.type(await screen.findByLabelText('Código de 6 dígitos do e-mail'), '123');
  await user.selectOptions(languageChoice(), 'en');
  const code = await screen.findByLabelText('6-digit code from the e-mail');
  expect(code).toBeVisible();
  expect(code).toBeEnabled();
  expect(code).toHaveValue('123');
  expect(languageChoice()).toHaveFocus();
  expect(document.documentElement.lang).toBe('en');
});

test.each([
  ['a lost connection', () => Promise.reject(new TypeError('failed')), /^Sem conexão/],
  ['a busy server', async () => new Response('<h1>503</h1>'), /^A escola não responde/],
])('with %s the page stays in its language and says so', async (_what, answer, words) => {
  const { user } = openPage('signIn', answer);
  await user.type(screen.getByLabelText('E-mail'), 'rosa@example.com');
  await user.selectOptions(languageChoice(), 'en');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
  expect(languageChoice()).toHaveValue('pt');
  expect(document.cookie).toContain('language=pt');
  expect(screen.getByLabelText('E-mail')).toHaveValue('rosa@example.com');
});

test('of two quick choices of a language the later one stays', async () => {
  const first = Promise.withResolvers<Response>();
  const { user, english } = openPage(
    'signIn',
    () => first.promise,
    async () => new Response(english.replace('lang="en"', 'lang="es"')),
  );
  await user.selectOptions(languageChoice(), 'en');
  await user.selectOptions(languageChoice(), 'es');
  await waitFor(() => expect(document.documentElement.lang).toBe('es'));
  first.resolve(new Response(english));
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.documentElement.lang).toBe('es');
});

test('the link by e-mail can be asked for again after 30 seconds', async () => {
  vi.useFakeTimers();
  answers = [{ status: 200, body: { message: 'Enviamos o link.' } }];
  const login_page = { ...site.login_page, magic_link_enabled: 1 as const };
  render(<VisitorForm site={{ ...site, login_page }} view="signIn" token="" />);
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@example.com' } });
  const button = screen.getByRole('button', { name: 'Receber link por e-mail' });
  fireEvent.click(button);
  await pass(0);
  expect(screen.getByText('Enviamos o link.')).toBeVisible();
  expect(button).toHaveTextContent('Enviar de novo em 30 s');
  await pass(29);
  expect(button).toHaveTextContent('Enviar de novo em 1 s');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await pass(1);
  expect(button).toHaveTextContent('Receber link por e-mail');
  expect(button).not.toHaveAttribute('aria-disabled', 'true');
  expect(sent).toHaveLength(1);
  vi.useRealTimers();
});

test('another language keeps the wait for another link, and the answer to the first', async () => {
  answers = [{ status: 200, body: { message: 'Enviamos o link.' } }];
  const { user, english } = openPage('signIn', async () => new Response(english));
  await user.type(screen.getByLabelText('E-mail'), 'rosa@example.com');
  await user.click(screen.getByRole('button', { name: 'Receber link por e-mail' }));
  expect(await screen.findByText('Enviamos o link.')).toBeVisible();
  await user.selectOptions(languageChoice(), 'en');
  await user.click(await screen.findByRole('button', { name: /^Send again in \d+ s$/ }));
  expect(screen.getByText('Enviamos o link.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('another language does not bring back a button that is used up', async () => {
  answers = [{ status: 200, body: { message: 'Confirmado.' } }];
  const { user, english } = openPage('confirmEmail', async () => new Response(english));
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(await screen.findByText('Confirmado.')).toBeVisible();
  await user.selectOptions(languageChoice(), 'en');
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  expect(screen.getByText('Confirmado.')).toBeVisible();
});

test('another language waits for the answer to a form, which would be lost with it', async () => {
  const { user, english } = openPage('confirmEmail', async () => new Response(english));
  const answer = Promise.withResolvers<Response>();
  const load = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (init ? answer.promise : load(url)));
  await user.click(screen.getByRole('button', { name: 'Confirmar' }));
  await user.selectOptions(languageChoice(), 'en');
  answer.resolve(Response.json({ code: 'link_gone', message: expired }, { status: 401 }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(screen.getByText(expired)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('a press shows the typed password, and another one hides it', async () => {
  const user = open('signIn');
  const password = screen.getByLabelText('Senha');
  // The server renders the button hidden, until the script is there.
  const show = screen.getByLabelText('Mostrar senha');
  await user.type(password, 'segredo-bom');
  await user.click(show);
  expect(password).toHaveAttribute('type', 'text');
  expect(show).toHaveAttribute('aria-pressed', 'true');
  await user.click(show);
  expect(password).toHaveAttribute('type', 'password');
  expect(show).toHaveAttribute('aria-pressed', 'false');
});
