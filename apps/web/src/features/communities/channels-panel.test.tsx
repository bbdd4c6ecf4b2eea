import { screen, waitFor } from '@testing-library/react';
import { communities, type Community } from '@vitrine/contract/communities';
import { products } from '@vitrine/contract/products';
import { beforeEach, expect, test, vi } from 'vitest';
import { channel, community } from '../../test/community.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { serve, visit } from '../../test/school.tsx';
import ChannelsPanel from './channels-panel.tsx';

beforeEach(() => localStorage.clear());

function open(more: Partial<Community>, ...answers: Parameters<typeof serve>) {
  const sent = serve(
    ...answers,
    [communities.show, () => ({ data: community(more) })],
    [products.list, () => []],
  );
  return { sent, ...visit(<ChannelsPanel />, { at: '/homepage?editar=comunidade/canais/5' }) };
}
const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);

test('a first channel is created', async () => {
  const { sent, user } = open({ channels: [] }, [
    communities.createChannel,
    () => ({ data: channel(1, 'Avisos') }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Novo canal' }));
  await user.type(screen.getByLabelText(/Nome do canal/), 'Avisos');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.createChannel')).toEqual([
      { title: 'Avisos', description: '', product_ids: [] },
    ]),
  );
});

test('each channel says what students without access see', async () => {
  const closed = channel(2, 'Retrato', { products: [{ id: 9, title: 'Plano Estúdio' }] });
  const { leave } = open({ channels: [channel(1, 'Avisos'), closed] });
  expect(await screen.findByText('Aberto a quem está na comunidade')).toBeVisible();
  expect(screen.getByText(/Só para Plano Estúdio.*verão um cadeado/)).toBeVisible();
  leave();
  open({ channels: [closed], hide_channels_groups: 1 });
  expect(await screen.findByText(/verão a comunidade sem este canal/)).toBeVisible();
});

test('a channel of several products names each that opens it', async () => {
  const products = ['Plano Luz', 'Plano Estúdio', 'Mentoria'].map((title, id) => ({ id, title }));
  open({ channels: [channel(2, 'Retrato', { products })] });
  expect(await screen.findByText(/^Só para Plano Luz, Plano Estúdio ou Mentoria\./)).toBeVisible();
});

test('the consequences are shown before a channel is removed', async () => {
  const { sent, user } = open(
    {},
    [communities.channelContents, () => ({ data: { channels: 1, posts: 12, comments: 340 } })],
    [communities.removeChannel, () => undefined],
  );
  await user.click(await screen.findByRole('button', { name: 'Opções de Avisos' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  expect(await screen.findByText(/12 publicações e 340 comentários/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /EXCLUIR/ }), 'EXCLUIR');
  await user.click(screen.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(bodies(sent, 'communities.removeChannel')).toHaveLength(1));
});

test('a question names its channel until it has closed', async () => {
  const { user } = open({}, [
    communities.channelContents,
    () => ({ data: { channels: 1, posts: 0, comments: 0 } }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Avisos' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  const title = await screen.findByRole('heading', { name: 'Excluir Avisos' });
  const shown = new Set<string>();
  const watch = new MutationObserver(() => shown.add(title.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  watch.disconnect();
  expect([...shown]).toEqual(['Excluir Avisos']);
});

test('a new name leaves a closed channel closed, even without active products', async () => {
  const closed = channel(2, 'Retrato', { restricted: true });
  const { sent, user } = open({ channels: [closed] }, [
    communities.updateChannel,
    () => ({ data: closed }),
  ]);
  expect(await screen.findByText(/^Só a equipe entra/)).toBeVisible();
  expect(screen.queryByText('Aberto a quem está na comunidade')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Opções de Retrato' }));
  await user.click(screen.getByRole('menuitem', { name: 'Editar' }));
  await user.type(screen.getByLabelText(/Nome do canal/), 's');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(bodies(sent, 'communities.updateChannel')).toEqual([{ title: 'Retratos', version: 1 }]),
  );
});

test('a channel that a colleague adds during a move stays at the end', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  const all = [channel(1, 'Avisos'), channel(2, 'Dúvidas')];
  const { user } = open({ channels: all }, [
    communities.updateChannel,
    () => new Promise(() => {}),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Avisos' }));
  await user.click(screen.getByRole('menuitem', { name: 'Mover para o fim' }));
  all.push(channel(3, 'Retrato'));
  sendEvent('change', { domain: 'communities' });
  await screen.findByText('Retrato');
  expect(
    screen
      .getAllByRole('button', { name: /^Opções de/ })
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Opções de Dúvidas', 'Opções de Avisos', 'Opções de Retrato']);
});

test('two quick moves go out one after the other, and the list shows both meanwhile', async () => {
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const all = [channel(1, 'Avisos'), channel(2, 'Dúvidas'), channel(3, 'Retrato')];
  const { sent, user } = open({ channels: all }, [
    communities.updateChannel,
    async () => {
      await first;
      return { data: all[0] };
    },
  ]);
  const moves = () => bodies(sent, 'communities.updateChannel');
  const shown = () =>
    screen
      .getAllByRole('button', { name: /^Opções de/ })
      .map((one) => one.getAttribute('aria-label'));
  const move = async (name: string, way: string) => {
    await user.click(await screen.findByRole('button', { name: `Opções de ${name}` }));
    await user.click(screen.getByRole('menuitem', { name: way }));
  };
  await move('Avisos', 'Mover para o fim');
  await move('Retrato', 'Mover para o início');
  expect(shown()).toEqual(['Opções de Retrato', 'Opções de Dúvidas', 'Opções de Avisos']);
  expect(moves()).toEqual([{ order: 3 }]);
  answerFirst();
  // A swap of two neighbours may be sent as a move of either one.
  await waitFor(() => expect(moves()).toEqual([{ order: 3 }, { order: 2 }]));
});
