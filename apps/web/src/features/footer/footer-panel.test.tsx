import { act, screen, waitFor, within } from '@testing-library/react';
import { footer } from '@vitrine/contract/footer';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { beforeEach, expect, test } from 'vitest';
import { refusing, serve, site, visit } from '../../test/school.tsx';
import FooterPanel from './footer-panel.tsx';
import { SiteFooter } from './site-footer.tsx';

beforeEach(() => localStorage.clear());

const failure = 'Falha ao atualizar os dados do footer.';

interface School {
  at?: string;
  visible?: 0 | 1;
  fails?: boolean;
  /** The server saves, and the connection breaks before its answer. */
  loses?: boolean;
  /** The switch is answered after it. */
  switched?: Promise<void>;
}

function school({ at = 'footer', visible = 1, fails, loses, switched }: School = {}) {
  const settings = {
    ...site.settings,
    ...site.footer,
    footer_visible: visible,
    use_terms: '<p>Antigo</p>',
  };
  const save = (body: { version?: number }) => {
    if (body.version !== undefined && body.version !== settings.version)
      return refusing(409, 'Outra pessoa salvou antes de você.', {
        code: 'stale_version',
        data: settings,
      });
    Object.assign(settings, body, { version: settings.version + 1 });
    if (loses) throw new TypeError('The connection is lost after the save.');
    return { message: 'Dados salvos com sucesso.', data: { ...settings } };
  };
  const refused = () => refusing(503, 'Estamos com muitos pedidos agora.');
  const sent = serve(
    [platformSettings.show, () => ({ data: settings })],
    [
      footer.toggle,
      async ({ body }) => {
        await switched;
        return fails ? refused() : save(body);
      },
    ],
    [
      footer.update,
      ({ body }) => {
        return fails ? refused() : save(body);
      },
    ],
  );
  const savedSite = {
    ...site,
    footer: { ...site.footer, footer_visible: visible, use_terms: '<' },
  };
  const page = (
    <>
      <SiteFooter />
      <FooterPanel />
    </>
  );
  return { sent, ...visit(page, { at: `/homepage?editar=${at}`, site: savedSite }) };
}

const foot = () => screen.queryByRole('contentinfo');
const icon = (name: string) => screen.queryByRole('link', { name: new RegExp(name) });

test('the switch shows and hides the footer of the page at once', async () => {
  const { user } = school({ visible: 0 });
  expect(foot()).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Ativar footer?' }));
  expect(await screen.findByText('salvo')).toBeVisible();
  expect(await screen.findByText('Dados salvos com sucesso.')).toBeVisible();
  expect(foot()).toHaveTextContent('Contraluz');
  expect(screen.getByRole('link', { name: 'Termos de uso' })).toHaveAttribute('href', '/termos');
  expect(screen.queryByRole('link', { name: /privacidade/ })).not.toBeInTheDocument();
});

test('a switch that cannot be saved goes back, with a message', async () => {
  const { user } = school({ visible: 0, fails: true });
  const toggle = screen.getByRole('switch', { name: 'Ativar footer?' });
  await user.click(toggle);
  expect(await screen.findByText(failure)).toBeVisible();
  expect(toggle).not.toBeChecked();
});

test('a switch and a form whose answers were lost show what the server has', async () => {
  const { user } = school({ visible: 0, loses: true });
  const toggle = screen.getByRole('switch', { name: 'Ativar footer?' });
  await user.click(toggle);
  expect(await screen.findByText(failure)).toBeVisible();
  await waitFor(() => expect(toggle).toBeChecked());
  expect(foot()).toHaveTextContent('Contraluz');
  const field = screen.getByRole('textbox', { name: 'Instagram' });
  await user.type(field, 'https://instagram.com/contraluz');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(icon('Instagram')).toHaveAttribute('href', 'https://instagram.com/contraluz'),
  );
  await waitFor(() => expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument());
  expect(field).toHaveValue('https://instagram.com/contraluz');
});

test('an address is checked on blur, with an example; a valid one shows its icon', async () => {
  const { user, sent } = school();
  const field = screen.getByRole('textbox', { name: 'Instagram' });
  await user.type(field, 'contraluz');
  expect(screen.queryByText('Link inválido')).not.toBeInTheDocument();
  await user.tab();
  expect(await screen.findByText('Link inválido')).toBeVisible();
  expect(field).toHaveAccessibleDescription(/https:\/\/instagram\.com\/suaescola/);
  expect(icon('Instagram')).not.toBeInTheDocument();

  await user.clear(field);
  await user.type(field, 'https://instagram.com/contraluz');
  await waitFor(() =>
    expect(icon('Instagram')).toHaveAttribute('href', 'https://instagram.com/contraluz'),
  );
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  // The first test's toast with these words may still stand behind three others.
  await waitFor(() => expect(screen.getByText('Dados salvos com sucesso.')).toBeVisible());
  expect(sent.at(-1)?.body).toEqual({
    url_instagram: 'https://instagram.com/contraluz',
    version: 1,
  });
});

test('the terms open in a dialog with the saved text, and the URL holds the dialog', async () => {
  const { user, history } = school();
  await user.click(screen.getByRole('button', { name: /Termos de uso/ }));
  expect(history.location.search).toBe('?editar=footer/termos');
  expect(await screen.findByRole('dialog', { name: 'Termos de uso' })).toBeVisible();
  expect(await screen.findByText('Antigo')).toBeVisible();
  // What the owner types next goes into the text, not to the button that closes the dialog.
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Termos de uso' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a save during the request of its switch is not a conflict', async () => {
  const switched = Promise.withResolvers<void>();
  const { user, sent } = school({ switched: switched.promise });
  await user.type(screen.getByRole('textbox', { name: 'Youtube' }), 'https://youtube.com/@c');
  await user.click(screen.getByRole('switch', { name: 'Ativar footer?' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const saves = () => sent.filter(({ name }) => name === 'footer.update').map(({ body }) => body);
  expect(saves()).toEqual([]);
  switched.resolve();
  // Not by the words of the toast: the switch and the save have the same.
  await waitFor(() => expect(screen.queryByText('Alterações não salvas')).not.toBeInTheDocument());
  expect(saves()).toEqual([{ url_youtube: 'https://youtube.com/@c', version: 2 }]);
});

test('a text opens and closes over unsaved addresses, without a question', async () => {
  const { user, history } = school();
  await user.type(screen.getByRole('textbox', { name: 'Instagram' }), 'instagram.com/contraluz');
  await user.click(screen.getByRole('button', { name: /Termos de uso/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Termos de uso' });
  expect(history.location.search).toBe('?editar=footer/termos');
  await user.click(await within(dialog).findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(history.location.search).toBe('?editar=footer'));
  expect(screen.queryByText('Sair sem salvar?')).not.toBeInTheDocument();
  expect(screen.getByText('Alterações não salvas')).toBeVisible();
  // Leaving the panel itself still asks.
  await act(async () => history.push('/homepage?editar=header'));
  expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeVisible();
});
