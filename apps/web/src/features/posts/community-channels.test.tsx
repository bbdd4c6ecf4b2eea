import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openCommunity } from '../../test/community-page.tsx';
import { channel, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

const channels = [
  channel(1, 'Avisos'),
  channel(2, 'Dúvidas'),
  channel(3, 'Retrato', { locked: true, products: [{ id: 9, title: 'Plano Estúdio' }] }),
];
const upsell = { text: 'Entre na turma', link: 'https://a.example' };
const feed = () => [post(7, '<p>Cheguei cedo.</p>')];

test('a link to a locked channel shows its lock and the way in, and no other channel', async () => {
  const { user } = openCommunity({ at: '?canal=3', community: { channels, upsell }, feed });
  expect(await screen.findByText('O canal Retrato é de quem tem um plano')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Conhecer o plano' })).toHaveLength(1);
  expect(screen.queryByText('Cheguei cedo.')).toBeNull();
  const places = screen.getByRole('navigation', { name: 'Canais' });
  expect(places.querySelector('[aria-current]')).toHaveTextContent('Retrato');
  await user.click(within(places).getByRole('link', { name: 'Dúvidas' }));
  expect(await screen.findByText('Cheguei cedo.')).toBeVisible();
  expect(within(places).getByRole('link', { name: 'Conhecer o plano' })).toBeInTheDocument();
});

test('the lock of a channel names each product that opens it', async () => {
  const products = ['Plano Luz', 'Plano Estúdio'].map((title, id) => ({ id, title }));
  const locked = channel(3, 'Retrato', { locked: true, products });
  openCommunity({ community: { channels: [channel(1, 'Avisos'), locked] }, feed });
  expect(await screen.findByText('Plano Luz ou Plano Estúdio')).toBeInTheDocument();
});

test('a link to a channel that was removed says so, and no other channel opens', async () => {
  const { user } = openCommunity({ at: '?canal=99', community: { channels, upsell }, feed });
  expect(await screen.findByText('Este canal não existe')).toBeVisible();
  expect(screen.queryByText('Cheguei cedo.')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Avisos' }));
  expect(await screen.findByText('Cheguei cedo.')).toBeVisible();
});

test('an address that names no channel opens the first one', async () => {
  openCommunity({ at: '?canal=abc', community: { channels, upsell }, feed });
  expect(await screen.findByText('Cheguei cedo.')).toBeVisible();
});

test('the title of the page names the channel that its address names', async () => {
  const { user, history } = openCommunity({ community: { channels, upsell }, feed });
  expect(await screen.findByText('Cheguei cedo.')).toBeVisible();
  expect(document.title).toBe('Clube Contraluz · Contraluz');
  await user.click(screen.getByRole('link', { name: 'Dúvidas' }));
  expect(document.title).toBe('Dúvidas · Clube Contraluz · Contraluz');
  act(() => history.go(-1));
  await waitFor(() => expect(document.title).toBe('Clube Contraluz · Contraluz'));
});
