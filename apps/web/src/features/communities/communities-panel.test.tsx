import { act, screen, waitFor } from '@testing-library/react';
import { communities, messages } from '@vitrine/contract/communities';
import { platformInfo } from '@vitrine/contract/platform-info';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { useMenuItems } from '../../app/menu-items.ts';
import { channel, community } from '../../test/community.ts';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import PlatformInfoPanel from '../platform-info/platform-info-panel.tsx';
import ChannelsPanel from './channels-panel.tsx';
import CommunitiesPanel from './communities-panel.tsx';
import EditCommunityPanel from './edit-community-panel.tsx';
import NewCommunityPanel from './new-community-panel.tsx';

beforeEach(() => localStorage.clear());

const row = (id: number, title: string, active: 0 | 1 = 1) => ({
  id,
  title,
  tenant_id: 1,
  active,
  principal: id === 1 ? 1 : 0,
  order: id,
  is_private: 0,
  locked: false,
  cover_path: null,
  cover_color: '#121212',
  background_color: '',
  channels: 1,
});
const settings = { active: 1, show_communities_page: 1, legacy_form: 0 };

function open(list: object[], ...more: Parameters<typeof serve>) {
  const sent = serve(
    ...more,
    [communities.index, () => list],
    [communities.settings, () => ({ data: settings })],
  );
  const at = '/homepage?editar=comunidade';
  return { sent, ...visit(<CommunitiesPanel />, { at, roles: ['owner'] }) };
}
const named = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name);

test('a school without communities is told so', async () => {
  open([]);
  expect(await screen.findByText('Você não possui comunidades criadas.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Criar' })).toBeVisible();
});

test('a community without channels says so, and leads to its first one over its own page', async () => {
  const { history, user } = open([row(1, 'Clube'), { ...row(2, 'Estúdio'), channels: 0 }]);
  expect(await screen.findByText('Ativa · Principal · Aberta a todos')).toBeVisible();
  expect(screen.getByText('Sem canais')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Criar canal Estúdio' }));
  const { pathname, search } = history.location;
  expect(pathname + search).toBe('/comunidade/1/2?editar=comunidade/canais/2');
});

test('the page behind is the edited community, and Back returns to the former page', async () => {
  const { history, user } = open([row(1, 'Clube')]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Clube' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const at = () => history.location.pathname + history.location.search;
  expect(at()).toBe('/comunidade/1/1?editar=comunidade/editar/1');
  await act(async () => history.go(-1));
  expect(at()).toBe('/homepage?editar=comunidade');
});

test('a community with its first channel does not say that it is empty', async () => {
  let channels = 0;
  serve(
    [communities.index, () => [{ ...row(5, 'Estúdio'), channels }]],
    [communities.settings, () => ({ data: settings })],
    [communities.show, () => ({ data: community({ channels: [] }) })],
    [products.list, () => []],
    [communities.createChannel, () => ({ data: channel((channels = 1), 'Avisos') })],
  );
  const panels = (
    <>
      <CommunitiesPanel />
      <ChannelsPanel />
    </>
  );
  const { user } = visit(panels, { at: '/homepage?editar=comunidade/canais/5', roles: ['owner'] });
  expect(await screen.findByText(/Sem canais/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Novo canal' }));
  await user.type(screen.getByLabelText(/Nome do canal/), 'Avisos');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByText(/Sem canais/)).toBeNull());
});

test('a community is removed once EXCLUIR is typed, after its consequences are shown', async () => {
  const list = [row(1, 'Clube'), row(2, 'Estúdio')];
  const { sent, user } = open(
    list,
    [communities.contents, () => ({ data: { channels: 2, posts: 12, comments: 340 } })],
    [
      communities.remove,
      () => {
        list.shift();
        return { message: messages.removed };
      },
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Clube' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  expect(await screen.findByText(/12 publicações e 340 comentários/)).toBeVisible();
  const button = screen.getByRole('button', { name: 'Excluir' });
  const field = screen.getByRole('textbox', { name: /EXCLUIR/ });
  await user.type(field, 'excluir');
  expect(button).toBeDisabled();
  await user.clear(field);
  await user.type(field, 'EXCLUIR');
  await user.click(button);
  expect(await screen.findByText(messages.removed)).toBeVisible();
  expect(named(sent, 'communities.remove')).toHaveLength(1);
  // The button that opened the dialog goes with the community.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Criar' })).toHaveFocus());
});

test('removing a community that is gone asks for no second try, and takes it off the list', async () => {
  const list = [row(1, 'Clube'), row(2, 'Estúdio')];
  const { user } = open(
    list,
    [communities.contents, () => refusing(404, 'Não encontramos o que você procura.')],
    [
      communities.remove,
      () => {
        list.shift();
        return refusing(404, 'Não encontramos o que você procura.');
      },
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Clube' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  await user.type(await screen.findByRole('textbox', { name: /EXCLUIR/ }), 'EXCLUIR');
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Não foi possível excluir a comunidade!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByText('Clube')).toBeNull());
  expect(screen.getByText('Estúdio')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Criar' })).toHaveFocus());
});

test('an empty community says so, instead of counting to zero', async () => {
  const nothing = { channels: 0, posts: 0, comments: 0 };
  const { user } = open([row(1, 'Clube')], [communities.contents, () => ({ data: nothing })]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Clube' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  expect(await screen.findByText(/^Ainda sem publicações/)).toBeVisible();
  expect(screen.queryByText(/0 publica/)).toBeNull();
});

test.each([
  [1, messages.deactivateFailed],
  [0, messages.activateFailed],
] as const)('a switch at %i that cannot be saved says: %s', async (active, failure) => {
  const { user } = open(
    [row(1, 'Clube', active)],
    [communities.toggle, () => refusing(503, 'Ocupado')],
  );
  const shown = await screen.findByRole('switch', { name: 'Ativar comunidade Clube' });
  await user.click(shown);
  expect(await screen.findByText(failure)).toBeVisible();
  await waitFor(() => expect(shown).toHaveAttribute('aria-checked', String(Boolean(active))));
});

const Menu = () => useMenuItems('main').map(({ to, label }) => <p key={to}>{label} no menu</p>);

test.each([
  ['Comunidades', communities.toggleAll, 'active'],
  ['Página de comunidades', communities.togglePage, 'show_communities_page'],
] as const)(
  'the menu behind follows the switch %s without a reload',
  async (name, route, column) => {
    let on = 1;
    serve(
      [communities.index, () => []],
      [communities.settings, () => ({ data: { ...settings, [column]: on } })],
      [
        route,
        ({ params }) => {
          on = Number(params['status']);
          return { message: messages.pageChanged, data: { [column]: on } };
        },
      ],
    );
    const panel = (
      <>
        <CommunitiesPanel />
        <Menu />
      </>
    );
    const { user } = visit(panel, { at: '/homepage?editar=comunidade', roles: ['owner'] });
    const shown = await screen.findByRole('switch', { name });
    expect(screen.getByText('Comunidades no menu')).toBeVisible();
    await user.click(shown);
    await waitFor(() => expect(screen.queryByText('Comunidades no menu')).toBeNull());
    await user.click(shown);
    expect(await screen.findByText('Comunidades no menu')).toBeVisible();
  },
);

test.each([
  ['Comunidades', communities.toggleAll, 'active'],
  ['Página de comunidades', communities.togglePage, 'show_communities_page'],
] as const)(
  'a form of the settings saves after the switch %s, at once',
  async (name, route, column) => {
    // A repeated message would renew the toast of the case before.
    const saved = `Salvo depois de ${name}.`;
    const sent = serve(
      [communities.index, () => []],
      [communities.settings, () => ({ data: settings })],
      [
        route,
        ({ params }) => ({
          message: messages.pageChanged,
          data: { [column]: Number(params['status']), version: 2 },
        }),
      ],
      [platformInfo.update, ({ body }) => ({ message: saved, data: { ...body, version: 3 } })],
    );
    const panels = (
      <>
        <CommunitiesPanel />
        <PlatformInfoPanel />
      </>
    );
    const { user } = visit(panels, { at: '/homepage?editar=comunidade', roles: ['owner'] });
    await user.click(await screen.findByRole('switch', { name }));
    expect(await screen.findByText(messages.pageChanged)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: /Nome da plataforma/ }), '!');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText(saved)).toBeVisible();
    expect(named(sent, 'platform-info.update')[0]?.body).toMatchObject({ version: 2 });
  },
);

test('a switch of the list says what it does, and its effect for 4 s', async () => {
  const list = [row(1, 'Clube', 0)];
  const { sent, user } = open(list, [
    communities.toggle,
    ({ params }) => {
      list[0]!.active = params['status'] === '1' ? 1 : 0;
      return { message: messages.activated, data: { id: 1, active: 1 } };
    },
  ]);
  expect(await screen.findByText(/^Ativar comunidade · /)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Ativar comunidade Clube' }));
  expect(screen.getByText(/^Ativa · /)).toBeVisible();
  expect(await screen.findByText('Comunidade ativada.')).toBeVisible();
  expect(named(sent, 'communities.toggle')).toHaveLength(1);
});

test('failed values of a community are requested once (A 8)', async () => {
  vi.useFakeTimers();
  try {
    const sent = serve(
      [communities.settings, () => ({ data: settings })],
      [
        communities.config,
        () => {
          throw new TypeError('Failed to fetch');
        },
      ],
    );
    visit(<EditCommunityPanel />, { at: '/homepage?editar=comunidade/editar/1' });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(named(sent, 'communities.config')).toHaveLength(1);
    expect(screen.getByText('A comunidade não carregou')).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['editar', <EditCommunityPanel key="edited" />],
  ['canais', <ChannelsPanel key="channels" />],
])(
  'the panel of an address without a community says so, and asks for nothing: %s',
  async (name, panel) => {
    const refuse = () => refusing(400, 'Dados inválidos.');
    const sent = serve([communities.show, refuse], [communities.config, refuse]);
    visit(panel, { at: `/homepage?editar=comunidade/${name}/abc`, roles: ['owner'] });
    expect(await screen.findByText('Esta comunidade não existe')).toBeVisible();
    await settle();
    expect(sent).toEqual([]);
  },
);

test('a panel that slides out keeps its community', async () => {
  const sent = serve(
    [communities.show, () => ({ data: community({}) })],
    [products.list, () => []],
  );
  const { history } = visit(<ChannelsPanel />, { at: '/homepage?editar=comunidade/canais/5' });
  expect(await screen.findByText('Avisos')).toBeVisible();
  await act(async () => history.push('/homepage?editar=comunidade'));
  expect(screen.getByText('Avisos')).toBeVisible();
  expect(named(sent, 'communities.show')).toHaveLength(1);
});

test('the link is copied; where the browser does not allow it, a field shows it', async () => {
  const { user } = open([row(1, 'Clube')]);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  const copy = await screen.findByRole('button', { name: 'Copiar link de Clube' });
  await user.hover(copy);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Copiar link$/);
  await user.click(copy);
  expect(await screen.findByText('Link copiado')).toBeVisible();
  const address = new URL('/comunidade/1/1', location.href).href;
  expect(write).toHaveBeenLastCalledWith(address);
  write.mockRejectedValueOnce(new DOMException('Not allowed', 'NotAllowedError'));
  await user.click(copy);
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(address);
});

test('the order is sent whole, from 1', async () => {
  const { sent, user } = open(
    [row(1, 'Clube'), row(2, 'Estúdio')],
    [communities.order, () => ({ message: messages.ordered })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Estúdio' }));
  await user.click(screen.getByRole('menuitem', { name: 'Mover para cima' }));
  await waitFor(() =>
    expect(named(sent, 'communities.order')[0]?.body).toEqual({
      order: [
        { id: 2, order: 1 },
        { id: 1, order: 2 },
      ],
    }),
  );
});

test('a private community shows all its errors before it is sent, until the switch is off', async () => {
  const sent = serve(
    [communities.settings, () => ({ data: settings })],
    [products.list, () => []],
    [communities.createConfig, () => ({ message: messages.created, data: {} })],
  );
  const { user } = visit(<NewCommunityPanel />, {
    at: '/homepage?editar=comunidade/nova',
    roles: ['owner'],
  });
  const secret = await screen.findByRole('switch', { name: /Comunidade privada/ });
  await user.click(secret);
  await user.clear(screen.getByRole('textbox', { name: /Nome da comunidade/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(messages.titleRequired)).toBeVisible();
  for (const lack of ['upsellTextRequired', 'upsellLinkRequired', 'productRequired'] as const)
    expect(screen.getByText(messages[lack])).toBeVisible();
  expect(named(sent, 'communities.createConfig')).toEqual([]);
  await user.click(secret);
  expect(screen.queryByText(messages.upsellTextRequired)).toBeNull();
  expect(screen.queryByRole('textbox', { name: /Texto de upsell/ })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: /Nome da comunidade/ }), 'Clube');
  await user.click(screen.getByRole('switch', { name: 'Ranking' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(named(sent, 'communities.createConfig').at(-1)?.body).toMatchObject({
      has_ranking: false,
      is_private: false,
    }),
  );
});

test('a private one shows the server’s words too: its product became inactive meanwhile', async () => {
  const errors = { product_ids: [messages.productRequired] };
  serve(
    [communities.settings, () => ({ data: settings })],
    [products.list, () => [{ id: 1, title: 'Plano 1', status: 'active' }]],
    [communities.createConfig, () => refusing(422, messages.productRequired, { errors })],
  );
  const { user } = visit(<NewCommunityPanel />, {
    at: '/homepage?editar=comunidade/nova',
    roles: ['owner'],
  });
  await user.click(await screen.findByRole('switch', { name: /Comunidade privada/ }));
  await user.click(screen.getByRole('combobox', { name: /Produtos com acesso/ }));
  await user.click(await screen.findByRole('option', { name: 'Plano 1' }));
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('textbox', { name: /Texto de upsell/ }), 'Entre');
  await user.type(screen.getByRole('textbox', { name: /Link de upsell/ }), 'https://a.example');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  // Beside the field, and as the reason of the failed save.
  expect(await screen.findAllByText(messages.productRequired)).toHaveLength(2);
});

test('a new one that is sent as it stands and fails says so, and can be sent again', async () => {
  let fails = true;
  const sent = serve(
    [communities.settings, () => ({ data: settings })],
    [
      communities.createConfig,
      () => (fails ? refusing(503, 'Ocupado') : { message: messages.created, data: {} }),
    ],
  );
  const { user } = visit(<NewCommunityPanel />, {
    at: '/homepage?editar=comunidade/nova',
    roles: ['owner'],
  });
  await user.click(await screen.findByRole('button', { name: 'Criar' }));
  expect(await screen.findByText(messages.createFailed)).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText(messages.created)).toBeVisible();
  expect(named(sent, 'communities.createConfig')).toHaveLength(2);
});

test('a private one that lacks its product only leads to the picker, at each try', async () => {
  serve([communities.settings, () => ({ data: settings })], [products.list, () => []]);
  const { user } = visit(<NewCommunityPanel />, {
    at: '/homepage?editar=comunidade/nova',
    roles: ['owner'],
  });
  await user.click(await screen.findByRole('switch', { name: /Comunidade privada/ }));
  await user.type(screen.getByRole('textbox', { name: /Texto de upsell/ }), 'Entre');
  await user.type(screen.getByRole('textbox', { name: /Link de upsell/ }), 'https://a.example');
  const picker = screen.getByRole('combobox', { name: /Produtos com acesso/ });
  for (const _try of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(picker).toHaveFocus());
  }
  expect(screen.getByText(messages.productRequired)).toBeVisible();
});

test.each([
  ['new', <NewCommunityPanel key="new" />],
  ['edited', <EditCommunityPanel key="edited" />],
])('settings that did not load are said where a community is %s', async (_, panel) => {
  serve(
    [communities.settings, () => refusing(500, 'Algo deu errado.')],
    [communities.config, () => ({ data: {} })],
  );
  visit(panel, { at: '/homepage?editar=comunidade/editar/5', roles: ['owner'] });
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});
