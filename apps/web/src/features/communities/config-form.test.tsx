import { act, screen, waitFor, within } from '@testing-library/react';
import { communities, messages } from '@vitrine/contract/communities';
import { products } from '@vitrine/contract/products';
import { contrast, textOn } from '@vitrine/contract/theme';
import { beforeEach, expect, test, vi } from 'vitest';
import { startLocale } from '../../platform/locale.tsx';
import { channel, community } from '../../test/community.ts';
import { serve, settle, visit } from '../../test/school.tsx';
import { useCommunity } from './communities.queries.ts';
import EditCommunityPanel from './edit-community-panel.tsx';
import NewCommunityPanel from './new-community-panel.tsx';

beforeEach(() => localStorage.clear());

const config = {
  id: 5,
  cover_path: null,
  background_color: '#121212',
  title: 'Clube',
  description: '',
  is_private: 1,
  hide_channels_groups: 0,
  has_ranking: 1,
  has_continue_watching: 1,
  product_ids: ['1'],
  upsell_text: 'Entre no clube',
  upsell_link: 'https://escola.example/clube',
  isActive: 1,
  version: 1,
  products: [{ id: 1, title: 'Plano 1', status: 'active' }],
};

const PageBehind = () => <h1>{useCommunity(5).data?.data.title}</h1>;

function edit(more: object = {}, shown = community()) {
  const saved = { ...config, ...more };
  const settings = { active: 1, show_communities_page: 1, legacy_form: 0 };
  const sent = serve(
    [communities.settings, () => ({ data: settings })],
    [communities.config, () => ({ data: saved })],
    [communities.show, () => ({ data: shown })],
    [products.list, () => saved.products],
    [communities.updateConfig, ({ body }) => ({ message: 'Ok', data: { ...saved, ...body } })],
  );
  const saves = () => sent.filter(({ name }) => name === 'communities.updateConfig');
  const at = '/homepage?editar=comunidade/editar/5';
  const panel = (
    <>
      <EditCommunityPanel />
      <PageBehind />
    </>
  );
  return { saves, ...visit(panel, { at, roles: ['owner'] }) };
}

test('the limits of a cover are known before a file is chosen', async () => {
  edit();
  const cover = await screen.findByRole('group', { name: 'Imagem de capa' });
  expect(within(cover).getByRole('button')).toHaveAccessibleDescription(
    'PNG, JPG, WebP ou HEIC, tamanho máx: 15MB',
  );
});

test.each([
  ['pt', 'Nome da comunidade', 'Comunidade'],
  ['en', 'Community name', 'Community'],
] as const)(
  'in %s, a new community begins with a name in that language',
  async (language, field, name) => {
    await act(() => startLocale(language));
    serve(
      [
        communities.settings,
        () => ({ data: { active: 1, show_communities_page: 1, legacy_form: 0 } }),
      ],
      [products.list, () => []],
    );
    visit(<NewCommunityPanel />, { at: '/homepage?editar=comunidade/nova', roles: ['owner'] });
    expect(await screen.findByRole('textbox', { name: new RegExp(field) })).toHaveValue(name);
    await act(() => startLocale('pt'));
  },
);

test('an invalid link does not block the save once its switch is off', async () => {
  const { saves, user } = edit();
  const link = await screen.findByRole('textbox', { name: /Link de upsell/ });
  await user.clear(link);
  await user.type(link, 'ainda não sei');
  await user.click(screen.getByRole('switch', { name: /Comunidade privada/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]!.body).toMatchObject({
    is_private: false,
    upsell_text: 'Entre no clube',
    upsell_link: 'https://escola.example/clube',
  });
});

test('an overlong text of the legacy form does not block the save once its switch is off', async () => {
  const { saves, user } = edit({ upsell_text: 'a'.repeat(200) });
  await user.click(await screen.findByRole('switch', { name: /Comunidade privada/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]!.body).toMatchObject({ is_private: false, upsell_text: '' });
});

test('a valid text and link stay where the switch goes off and on again', async () => {
  const { user } = edit();
  const text = await screen.findByRole('textbox', { name: /Texto de upsell/ });
  await user.type(text, ' agora');
  const secret = screen.getByRole('switch', { name: /Comunidade privada/ });
  await user.click(secret);
  expect(screen.queryByRole('textbox', { name: /Texto de upsell/ })).toBeNull();
  await user.click(secret);
  expect(screen.getByRole('textbox', { name: /Texto de upsell/ })).toHaveValue(
    'Entre no clube agora',
  );
  expect(screen.queryByText(messages.upsellTextRequired)).toBeNull();
});

test('a public community has the offer of its closed channels while students see them', async () => {
  const channels = [channel(1, 'Avisos'), channel(2, 'Estúdio', { restricted: true })];
  const open = { is_private: 0, product_ids: [], upsell_text: '', upsell_link: null };
  const { saves, user } = edit(open, community({ channels }));
  const text = await screen.findByRole('textbox', { name: /Texto de upsell/ });
  expect(text).not.toBeRequired();
  expect(text).toHaveAccessibleDescription(/^Quem encontra um canal com cadeado lê isto\./);
  expect(screen.queryByRole('combobox', { name: /produto/i })).toBeNull();
  await user.type(text, 'Entre no estúdio');
  await user.type(screen.getByRole('textbox', { name: /Link de upsell/ }), 'nada disso');
  // Students do not see the channels, nor the offer.
  await user.click(screen.getByRole('switch', { name: /Tornar invisível/ }));
  expect(screen.queryByRole('textbox', { name: /upsell/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]!.body).toMatchObject({
    hide_channels_groups: true,
    upsell_text: 'Entre no estúdio',
    upsell_link: null,
  });
});

test('a public community without closed channels has no offer', async () => {
  edit({ is_private: 0 });
  await screen.findByRole('switch', { name: /Comunidade privada/ });
  await settle();
  expect(screen.queryByRole('textbox', { name: /upsell/ })).toBeNull();
});

test('a refused save opens the collapsed part that has the wrong field', async () => {
  const { saves, user } = edit();
  const name = await screen.findByRole('textbox', { name: /Nome da comunidade/ });
  await user.clear(name);
  const part = name.closest('details')!;
  await user.click(screen.getByText('Configurações'));
  expect(part.open).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(part.open).toBe(true));
  expect(name).toHaveFocus();
  expect(screen.getByText(messages.titleRequired)).toBeVisible();
  expect(saves()).toEqual([]);
});

test('a save that the server cannot do says so in the specification’s two lines', async () => {
  const { user } = edit();
  const name = await screen.findByRole('textbox', { name: /Nome da comunidade/ });
  await user.type(name, ' novo');
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Não deu.' }, { status: 500 }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const error = await screen.findByText(messages.saveFailed);
  expect(error.closest('[role=alert]')).toHaveTextContent(/Tente novamente mais tarde$/);
});

test('a light colour shows a warning, and the name shows in a readable colour', async () => {
  const { user } = edit();
  const warning = /Branco se lê mal sobre esta cor/;
  await screen.findByRole('radio', { name: 'Cor padrão' });
  expect(screen.queryByText(warning)).toBeNull();
  const sample = document.querySelector('.cover-sample')!;
  expect(sample).toHaveStyle({ color: '#ffffff' });
  await user.click(screen.getByRole('radio', { name: 'Amarelo' }));
  expect(screen.getByText(warning)).toBeVisible();
  expect(sample).toHaveTextContent('Clube');
  expect(sample).toHaveStyle({ color: textOn('#FFFB00') });
  expect(contrast(textOn('#FFFB00'), '#FFFB00')).toBeGreaterThan(4.5);
});

test('the page behind shows what is typed, letter by letter, until it is discarded', async () => {
  const { user } = edit();
  const name = await screen.findByRole('textbox', { name: /Nome da comunidade/ });
  const behind = () => screen.getByRole('heading', { level: 1 });
  await waitFor(() => expect(behind()).toHaveTextContent('Clube Contraluz'));
  await user.clear(name);
  await user.type(name, 'Ateliê');
  // An answer that was asked for between two letters changes nothing.
  await settle();
  expect(behind()).toHaveTextContent('Ateliê');
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(behind()).toHaveTextContent('Clube Contraluz'));
});
