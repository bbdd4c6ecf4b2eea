import { act, screen, waitFor, within } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { customLinks, type CustomLink } from '@vitrine/contract/custom-links';
import { messages } from '@vitrine/contract/messages';
import { beforeEach, expect, test, vi } from 'vitest';
import { outlined } from '../../kit/preview/outlined.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import CustomLinksPanel from './custom-links-panel.tsx';

const link = (
  id: number,
  title: string,
  url = `${title.toLowerCase()}.example.com`,
): CustomLink => ({
  id,
  title,
  url,
  tenant_id: 1,
});

type User = ReturnType<typeof visit>['user'];

beforeEach(() => localStorage.clear());

const open = (links: CustomLink[], ...calls: Parameters<typeof serve>) => {
  const sent = serve(...calls, [customLinks.list, () => ({ data: links })]);
  return { sent, ...visit(<CustomLinksPanel />, { at: '/homepage?editar=header' }) };
};

const titles = () =>
  screen.getAllByText(/^(Agenda|Loja|Clube|Revista)$/).map(({ textContent }) => textContent);

test('a panel without links has an empty state that offers the first one', async () => {
  const { user } = open([]);
  expect(await screen.findByText('Você ainda não criou nenhum link personalizado!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Novo link' }));
  expect(await screen.findByRole('dialog', { name: 'Novo link' })).toBeVisible();
});

test('the header is outlined while its panel is open, and no longer', async () => {
  const { leave } = open([link(1, 'Loja')]);
  await screen.findByText('Loja');
  expect(outlined.get()).toMatchObject({ section: 'header' });
  leave();
  expect(outlined.get()).toBeNull();
  expect(document.querySelector('.outline-frame')).toBeNull();
});

test('a new link is saved without its scheme, and the dialog closes', async () => {
  const links: CustomLink[] = [];
  const { user, sent } = open(links, [
    customLinks.create,
    ({ body }) => {
      links.push(link(1, body.link_title, body.link_url));
      return { message: 'Link criado com sucesso', data: links[0] };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  await user.type(screen.getByRole('textbox', { name: /URL/ }), 'https://loja.example.com');
  await user.tab();
  expect(screen.getByRole('textbox', { name: /URL/ })).toHaveValue('loja.example.com');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Link criado com sucesso')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), {
    timeout: 2000,
  });
  expect(await screen.findByText('Loja')).toBeVisible();
  expect(sent.find(({ name }) => name === 'custom-links.create')?.body).toEqual({
    link_title: 'Loja',
    link_url: 'loja.example.com',
  });
});

test('a saved form takes no more typing while its dialog closes', async () => {
  const { user } = open([], [customLinks.create, () => ({ message: 'Ok', data: link(1, 'Loja') })]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  const field = await screen.findByRole('textbox', { name: /Título/ });
  await user.type(field, 'Loja');
  await user.type(screen.getByRole('textbox', { name: /URL/ }), 'loja.example.com');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  // The closing dialog would lose further typing, and Ctrl+S would save a second link.
  await waitFor(() => expect(field.closest('form')).toHaveAttribute('inert'));
});

test.each([
  ['pressed twice', (user: User) => user.dblClick(screen.getByRole('button', { name: 'Salvar' }))],
  [
    'pressed once more before the dialog closes',
    async (user: User, saved: () => Promise<void>) => {
      await user.click(screen.getByRole('button', { name: 'Salvar' }));
      await saved();
      await user.click(screen.getByRole('button', { name: 'Salvar' }));
    },
  ],
  [
    'saved by Ctrl+S, then by Salvar',
    async (user: User, saved: () => Promise<void>) => {
      await user.keyboard('{Control>}s{/Control}');
      await saved();
      await user.click(screen.getByRole('button', { name: 'Salvar' }));
    },
  ],
])('%s, one link is made, and the dialog closes', async (_how, save) => {
  const links: CustomLink[] = [];
  const { user, sent } = open(links, [
    customLinks.create,
    ({ body }) => {
      links.push(link(links.length + 1, body.link_title, body.link_url));
      return { message: 'Link criado com sucesso', data: links[0] };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  await user.type(screen.getByRole('textbox', { name: /URL/ }), 'loja.example.com');
  await save(user, () => waitFor(() => expect(links).toHaveLength(1)));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), {
    timeout: 2000,
  });
  expect(sent.filter(({ name }) => name === 'custom-links.create')).toHaveLength(1);
});

test('a link whose answer was lost is sent again under the same key', async () => {
  const keys: (string | null)[] = [];
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  await user.type(screen.getByRole('textbox', { name: /URL/ }), 'loja.example.com');
  vi.stubGlobal('fetch', async (_path: string, { headers, method }: RequestInit) => {
    // On a slow machine, reads that failed are retried meanwhile.
    if (method === 'POST') keys.push(new Headers(headers).get('idempotency-key'));
    throw new TypeError('Failed to fetch');
  });
  const save = screen.getByRole('button', { name: 'Salvar' });
  for (let tries = 1; tries <= 2; tries += 1) {
    await user.click(save);
    await waitFor(() => expect(keys).toHaveLength(tries));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sem conexão.');
  }
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), ' nova');
  await user.click(save);
  // The first link is asked for before it is changed.
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[2]).toBe(keys[0]);
});

test('blank fields show their error, and nothing is sent', async () => {
  const { user, sent } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  expect(await screen.findAllByText('Valor do campo inválido')).toHaveLength(2);
  expect(screen.getByText('Valores dos campos inválidos')).toBeVisible();
  expect(sent.map(({ name }) => name)).toEqual(['custom-links.list']);
});

test('a refused save keeps the typed values and says why', async () => {
  const { user } = open(
    [],
    [customLinks.create, () => refusing(409, 'Você pode criar no máximo 3 (três) links')],
  );
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  await user.type(screen.getByRole('textbox', { name: /URL/ }), 'loja.example.com');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Falha ao criar novo link');
  expect(alert).toHaveTextContent('Você pode criar no máximo 3 (três) links');
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Loja');
});

test('closing a changed form asks first; staying keeps the values', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Loja');
});

test('a reload opens the form of a link again, with its draft and its kind', async () => {
  serve(
    [customLinks.list, () => ({ data: [link(2, 'Clube', '/comunidade/1/8')] })],
    [communities.index, () => [{ id: 8, title: 'Clube' }]],
  );
  const reload = () => visit(<CustomLinksPanel />, { at: '/homepage?editar=header/2' });
  const before = reload();
  await before.user.type(await screen.findByRole('textbox', { name: /Título/ }), ' novo');
  before.leave();
  const { user } = reload();
  expect(await screen.findByRole('radio', { name: 'Link de comunidade' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Restaurar rascunho' }));
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Clube novo');
});

test('with three links the button explains why there is no fourth', async () => {
  const { user, history } = open([link(1, 'Agenda'), link(2, 'Loja'), link(3, 'Clube')]);
  const button = await screen.findByRole('button', { name: 'Novo link' });
  expect(button).toHaveAccessibleDescription('Você pode criar no máximo 3 (três) links');
  await user.click(button);
  expect(history.location.search).toBe('?editar=header');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a link to a community says what it is, and that it is broken once the community is gone', async () => {
  open(
    [
      link(1, 'Clube', '/comunidade/1/5'),
      link(2, 'Agenda', '/comunidade/1/6'),
      link(3, 'Loja', '/comunidade/1/7'),
    ],
    [
      communities.index,
      () => [
        { id: 5, title: 'Clube', active: 1 },
        { id: 7, title: 'Loja', active: 0 },
      ],
    ],
  );
  expect(await screen.findByText('A comunidade deste link não existe mais')).toBeVisible();
  expect(screen.getByText('A comunidade deste link está inativa')).toBeVisible();
  expect(screen.getByText('Comunidade')).toBeVisible();
});

test('the choice of a community marks an inactive one', async () => {
  const { user } = open([], [communities.index, () => [{ id: 5, title: 'Clube', active: 0 }]]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.click(await screen.findByRole('radio', { name: 'Link de comunidade' }));
  const choice = await screen.findByRole('combobox', { name: 'Comunidade' });
  expect(choice).toHaveTextContent('Escolha a comunidade');
  await user.click(choice);
  expect(await screen.findByRole('option', { name: /Clube.*Inativa/ })).toBeVisible();
});

test('a link of the type community takes no address that was typed for the other type', async () => {
  const { user, sent } = open(
    [],
    [communities.index, () => [{ id: 5, title: 'Clube', active: 1 }]],
  );
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), 'Loja');
  const url = screen.getByRole('textbox', { name: /URL/ });
  await user.type(url, 'loja.example.com');
  await user.click(screen.getByRole('radio', { name: 'Link de comunidade' }));
  expect(url).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Valor do campo inválido')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('custom-links.create');
  // Who returns finds what they typed.
  await user.click(screen.getByRole('radio', { name: 'Link personalizado' }));
  expect(url).toHaveValue('loja.example.com');
  expect(screen.queryByText('Valor do campo inválido')).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Link de comunidade' }));
  await user.click(await screen.findByRole('combobox', { name: 'Comunidade' }));
  await user.click(await screen.findByRole('option', { name: 'Clube' }));
  expect(url).toHaveValue('/comunidade/1/5');
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Clube');
});

test('communities that did not load can be asked for again', async () => {
  const { user } = open([], [communities.index, () => refusing(403, 'Sem acesso.')]);
  await user.click(await screen.findByRole('button', { name: 'Novo link' }));
  await user.click(await screen.findByRole('radio', { name: 'Link de comunidade' }));
  expect(await screen.findByText('As comunidades não carregaram')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});

test('a refused move is undone, with a message', async () => {
  const { user, sent } = open(
    [link(1, 'Agenda'), link(2, 'Loja')],
    [customLinks.order, () => refusing(503, 'Estamos com muitos pedidos agora.')],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Loja' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(
    await screen.findByText('Não foi possível atualizar a ordem! Tente novamente.'),
  ).toBeVisible();
  expect(screen.getByText('Estamos com muitos pedidos agora.')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Agenda', 'Loja']));
  expect(sent.find(({ name }) => name === 'custom-links.order')?.body).toEqual({
    newOrdenation: [2, 1],
  });
});

test('a move is confirmed', async () => {
  const { user } = open(
    [link(1, 'Agenda'), link(2, 'Loja')],
    [customLinks.order, () => ({ message: 'Ordem atualizada com sucesso.' })],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Loja' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(await screen.findByText('Ordem atualizada com sucesso.')).toBeVisible();
});

test('of two quick moves the second wins, even while the first is being saved', async () => {
  let links = [link(1, 'Agenda'), link(2, 'Loja'), link(3, 'Clube')];
  const answers: (() => void)[] = [];
  const sent = serve(
    [customLinks.list, () => ({ data: links })],
    [
      customLinks.order,
      async ({ body }) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        const ids = body.newOrdenation as number[];
        links = ids.map((id) => links.find((one) => one.id === id)!);
        return { message: 'Ordem atualizada com sucesso' };
      },
    ],
  );
  const { user } = visit(<CustomLinksPanel />, { at: '/homepage?editar=header' });
  const moveUp = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: `Opções de ${title}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  };
  const orders = () =>
    sent
      .filter(({ name }) => name === 'custom-links.order')
      .map(({ body }) => (body as { newOrdenation: number[] }).newOrdenation);

  await moveUp('Loja');
  await moveUp('Clube');
  await moveUp('Clube');
  expect(titles()).toEqual(['Clube', 'Loja', 'Agenda']);
  expect(orders()).toEqual([[2, 1, 3]]);
  answers.shift()!();
  // Only the newest order is sent after the first. The one between is outdated.
  await waitFor(() =>
    expect(orders()).toEqual([
      [2, 1, 3],
      [3, 2, 1],
    ]),
  );
  expect(titles()).toEqual(['Clube', 'Loja', 'Agenda']);
  answers.shift()!();
  await waitFor(() =>
    expect(sent.filter(({ name }) => name === 'custom-links.list')).toHaveLength(2),
  );
  expect(titles()).toEqual(['Clube', 'Loja', 'Agenda']);
});

test('a move made while the list is read anew stays until it is saved', async () => {
  let links = [link(1, 'Agenda'), link(2, 'Loja'), link(3, 'Clube')];
  const readings: (() => void)[] = [];
  const saves: (() => void)[] = [];
  let first = true;
  const renamed = (one: CustomLink) => (one.id === 1 ? { ...one, title: 'Revista' } : one);
  serve(
    [
      customLinks.list,
      async () => {
        const now = links;
        if (!first) await new Promise<void>((resolve) => readings.push(resolve));
        first = false;
        // Another admin has renamed a link. The new name shows that the answer has arrived.
        return { data: readings.length ? now.map(renamed) : now };
      },
    ],
    [
      customLinks.order,
      async ({ body }) => {
        await new Promise<void>((resolve) => saves.push(resolve));
        const ids = body.newOrdenation as number[];
        links = ids.map((id) => links.find((one) => one.id === id)!);
        return { message: 'Ordem atualizada com sucesso' };
      },
    ],
  );
  const { user } = visit(<CustomLinksPanel />, { at: '/homepage?editar=header' });
  const moveUp = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: `Opções de ${title}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  };
  await moveUp('Loja');
  await waitFor(() => expect(saves).toHaveLength(1));
  saves[0]!();
  await waitFor(() => expect(readings).toHaveLength(1));
  await moveUp('Clube');
  await waitFor(() => expect(saves).toHaveLength(2));
  // The list from before the second move arrives now.
  readings[0]!();
  expect(await screen.findByText('Revista')).toBeVisible();
  await act(async () => {});
  expect(titles()).toEqual(['Loja', 'Clube', 'Revista']);
  saves[1]!();
  await waitFor(() => expect(readings).toHaveLength(2));
  readings[1]!();
  await waitFor(() => expect(titles()).toEqual(['Loja', 'Clube', 'Revista']));
});

test('a saved order stays while the list cannot be read again, and then gives way', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  let links = [link(1, 'Agenda'), link(2, 'Loja'), link(3, 'Clube')];
  let isDown = false;
  const sent = serve(
    [customLinks.list, () => (isDown ? refusing(500, 'Algo deu errado.') : { data: links })],
    [
      customLinks.order,
      () => {
        isDown = true;
        return { message: 'Ordem atualizada com sucesso' };
      },
    ],
  );
  const { user } = visit(<CustomLinksPanel />, { at: '/homepage?editar=header' });
  await user.click(await screen.findByRole('button', { name: 'Opções de Loja' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  const reads = () => sent.filter(({ name }) => name === 'custom-links.list').length;
  await waitFor(() => expect(reads()).toBe(2));
  await settle();
  expect(titles()).toEqual(['Loja', 'Agenda', 'Clube']);
  // A colleague has moved another one since.
  links = [link(3, 'Clube'), link(2, 'Loja'), link(1, 'Agenda')];
  isDown = false;
  sendEvent('change', { domain: 'custom-links' });
  await waitFor(() => expect(titles()).toEqual(['Clube', 'Loja', 'Agenda']));
});

test('a link that a colleague removes keeps its open form, which says that it is gone', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  let links = [link(1, 'Agenda')];
  const gone = () => refusing(404, messages.notFound);
  const { user } = open(
    [],
    [customLinks.list, () => ({ data: links })],
    [customLinks.update, gone],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Agenda' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  const field = await screen.findByRole('textbox', { name: /Título/ });
  await user.type(field, ' de aulas');
  links = [];
  sendEvent('change', { domain: 'custom-links' });
  expect(await screen.findByText('Você ainda não criou nenhum link personalizado!')).toBeVisible();
  expect(field).toHaveValue('Agenda de aulas');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText(/foi removido enquanto isso/)).toBeVisible();
  expect(field).toHaveValue('Agenda de aulas');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a removed link is gone when its question closes, however late the list comes', async () => {
  let reads = 0;
  const { user } = open(
    [],
    [customLinks.remove, () => ({ message: 'Link excluído com sucesso' })],
    [
      customLinks.list,
      () => ((reads += 1) === 1 ? { data: [link(1, 'Agenda')] } : new Promise(() => {})),
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Agenda' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Você ainda não criou nenhum link personalizado!')).toBeVisible();
});

test('a link is removed after a confirmation', async () => {
  const links = [link(1, 'Agenda')];
  const { user } = open(links, [
    customLinks.remove,
    () => {
      links.pop();
      return { message: 'Link excluído com sucesso' };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Agenda' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(
    'Tem certeza que deseja excluir o link Agenda? Esta ação não poderá ser desfeita.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Você ainda não criou nenhum link personalizado!')).toBeVisible();
});
