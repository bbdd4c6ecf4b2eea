import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { loginPage } from '@vitrine/contract/login-page';
import { beforeEach, expect, test } from 'vitest';
import { browserSite } from '../../platform/boot.ts';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import LoginPagePanel from './login-page-panel.tsx';

beforeEach(() => localStorage.clear());

/** Fakes a server that stores the settings. Its communities do not load where they are null. */
function school(
  saved: Partial<typeof site.login_page> = {},
  answer?: () => unknown,
  list: object[] | null = [],
) {
  const settings: Record<string, unknown> = { ...site.settings, ...site.login_page, ...saved };
  const sent = serve(
    [
      loginPage.update,
      ({ body }) => {
        if (answer) return answer();
        Object.assign(settings, body, { version: Number(settings['version']) + 1 });
        return { message: 'Configurações salvas com sucesso!', data: settings };
      },
    ],
    [communities.index, () => list ?? refusing(403, 'Sem acesso.')],
  );
  const savedSite = { ...site, login_page: { ...site.login_page, ...saved } };
  return {
    saves: () =>
      sent
        .filter(({ name }) => name === 'login-page.update')
        .map(({ body }) => body as Record<string, unknown>),
    ...visit(<LoginPagePanel />, { at: '/homepage?editar=login', site: savedSite }),
  };
}

const save = () => screen.getByRole('button', { name: 'Salvar' });
const field = (name: RegExp) => screen.getByRole('textbox', { name });

test('the fields stand in the order of the specification (A 2)', async () => {
  const { user } = school();
  await user.click(screen.getByRole('switch', { name: 'Botão personalizado' }));
  const fields = [
    screen.getByRole('group', { name: 'Template' }),
    screen.getByRole('group', { name: 'Posição' }),
    field(/^Título$/),
    screen.getByRole('switch', { name: 'Botão personalizado' }),
    field(/Título do botão/),
    field(/URL do botão/),
    screen.getByRole('switch', { name: 'Login por link mágico' }),
    screen.getByRole('slider', { name: 'Opacidade' }),
    screen.getByRole('group', { name: 'Desktop' }),
    screen.getByRole('group', { name: 'Celular' }),
    screen.getByText('Avançado'),
  ];
  for (const [index, next] of fields.slice(1).entries())
    expect(
      fields[index]!.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING,
      `field ${index + 2}`,
    ).toBeTruthy();
});

test('the fields of the button can be used only while its switch is on (A 4)', async () => {
  const { user } = school();
  const button = screen.getByRole('switch', { name: 'Botão personalizado' });
  for (const name of [/Título do botão/, /URL do botão/]) expect(field(name)).toBeDisabled();
  await user.click(button);
  await user.type(field(/Título do botão/), 'Conheça');
  expect(field(/URL do botão/)).toBeEnabled();
  await user.click(button);
  expect(field(/Título do botão/)).toBeDisabled();
  expect(field(/Título do botão/)).toHaveValue('Conheça');
});

test('the page shows changes at once, and the saved values when they are discarded', async () => {
  const { user, saves } = school();
  await user.click(screen.getByRole('radio', { name: 'Glassmophirsm efeito-vidro' }));
  await user.click(screen.getByRole('radio', { name: 'Direita' }));
  expect(browserSite().shown().login_page).toMatchObject({
    login_theme: 3,
    login_theme_placement: 'right',
  });
  expect(saves()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(browserSite().shown().login_page).toMatchObject({
    login_theme: 1,
    login_theme_placement: 'center',
  });
});

test('an invalid link does not block the save once the button is off', async () => {
  const { user, saves } = school();
  const button = screen.getByRole('switch', { name: 'Botão personalizado' });
  await user.click(button);
  await user.type(field(/Título do botão/), 'Conheça');
  await user.type(field(/URL do botão/), 'ainda não sei');
  await user.tab();
  expect(await screen.findByText('Link inválido')).toBeVisible();
  await user.click(button);
  await waitFor(() => expect(screen.queryByText('Link inválido')).toBeNull());
  expect(field(/Título do botão/)).toHaveValue('Conheça');
  await user.click(save());
  await waitFor(() => expect(saves()).toEqual([{ title_cta_login: 'Conheça', version: 1 }]));
});

test('pasted texts that are too long stay, and each says its limit', async () => {
  const { user, saves } = school();
  await user.click(screen.getByRole('switch', { name: 'Botão personalizado' }));
  await user.type(field(/URL do botão/), 'exemplo.com');
  for (const name of [/^Título$/, /Título do botão/]) {
    await user.click(field(name));
    await user.paste('A'.repeat(192));
  }
  await user.click(save());
  expect(await screen.findByText('O título deve ter no máximo 191 caracteres.')).toBeVisible();
  expect(screen.getByText('O título do botão deve ter no máximo 191 caracteres.')).toBeVisible();
  expect(field(/Título do botão/)).toHaveValue('A'.repeat(192));
  expect(saves()).toEqual([]);
});

test('a save sends the changes, and confirms them', async () => {
  const { user, saves } = school();
  await user.clear(field(/^Título$/));
  await user.type(field(/^Título$/), 'Bom te ver');
  fireEvent.change(screen.getByRole('slider', { name: 'Opacidade' }), { target: { value: 40 } });
  await user.click(save());
  expect(await screen.findByText('Configurações salvas com sucesso!')).toBeVisible();
  expect(saves()).toEqual([{ login_text: 'Bom te ver', overlay_banner_login: 40, version: 1 }]);
  expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument();
});

test('a button without title or link names the missing one, and is not sent', async () => {
  const { user, saves } = school();
  await user.click(screen.getByRole('switch', { name: 'Botão personalizado' }));
  expect(screen.queryByText('Botão sem título')).not.toBeInTheDocument();
  await user.type(field(/URL do botão/), 'https://exemplo.com');
  expect(field(/Título do botão/)).toHaveAccessibleDescription(
    /Botão sem título.*Adicione um titulo para o botão personalizado/,
  );
  await user.click(save());
  expect(saves()).toEqual([]);

  await user.clear(field(/URL do botão/));
  await user.type(field(/Título do botão/), 'Conheça');
  expect(field(/URL do botão/)).toHaveAccessibleDescription(
    /Botão sem link.*Adicione o link para o botão personalizado/,
  );
  await user.type(field(/URL do botão/), 'https://exemplo.com');
  await user.click(save());
  // The toast of the test before may be found, which this one renews.
  await waitFor(() => expect(screen.getByText('Configurações salvas com sucesso!')).toBeVisible());
});

test('the page of a redirect is remembered while it is off, and not sent', async () => {
  const { user, saves } = school({ enable_redirect_login: 1, redirect_url: '/homepage' });
  const page = () => screen.getByRole('combobox', { name: 'Página' });
  await user.click(screen.getByRole('switch', { name: /Redirecionar/ }));
  expect(page()).toHaveTextContent('Início');
  expect(page()).toBeDisabled();
  await user.click(save());
  await screen.findByText('Configurações salvas com sucesso!');
  expect(saves()).toEqual([{ enable_redirect_login: false, redirect_url: null, version: 1 }]);
});

test('the page of a redirect stays in sight when its switch goes off', async () => {
  const { user } = school();
  await user.click(screen.getByText('Avançado'));
  const redirect = screen.getByRole('switch', { name: /Redirecionar/ });
  await user.click(redirect);
  await user.click(redirect);
  expect(redirect.closest('details')).toHaveProperty('open', true);
});

test('a redirect to an inactive community says where the sign-in leads meanwhile', async () => {
  const [redirect_url, note] = ['/comunidade/1/5', /Inativa: enquanto isso/];
  const list = [{ id: 5, title: 'Clube', tenant_id: 1, active: 0 }];
  school({ enable_redirect_login: 1, redirect_url }, undefined, list);
  const page = screen.getByRole('combobox', { name: 'Página' });
  await waitFor(() => expect(page).toHaveTextContent('Clube'));
  expect(page).toHaveAccessibleDescription(note);
});

test('communities that did not load are not told as none', async () => {
  school({ enable_redirect_login: 1, redirect_url: '/homepage' }, undefined, null);
  const page = screen.getByRole('combobox', { name: 'Página' });
  await waitFor(() => expect(page).toHaveAccessibleDescription('As comunidades não carregaram'));
});

test('a redirect without a page shows an error beside the selector', async () => {
  const { user, saves } = school();
  await user.click(screen.getByText('Avançado'));
  await user.click(screen.getByRole('switch', { name: /Redirecionar/ }));
  await user.click(save());
  expect(await screen.findByText('Selecione a página para onde o login leva.')).toBeVisible();
  expect(saves()).toEqual([]);
});

test('the switch of the magic link is saved at once', async () => {
  const { user, saves } = school();
  await user.click(screen.getByRole('switch', { name: 'Login por link mágico' }));
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(await screen.findByText('Configurações salvas com sucesso!')).toBeVisible();
  expect(saves()).toEqual([{ magic_link_enabled: false }]);
});

test('a failed save keeps typed text, with the message of the specification', async () => {
  const { user } = school({}, () => refusing(503, 'Estamos com muitos pedidos agora.'));
  await user.clear(field(/^Título$/));
  await user.type(field(/^Título$/), 'Bom te ver');
  await user.click(save());
  const alert = await screen.findByRole('alert');
  expect(
    within(alert).getByText('Erro ao salvar as novas configurações da página de login'),
  ).toBeVisible();
  expect(field(/^Título$/)).toHaveValue('Bom te ver');
});
