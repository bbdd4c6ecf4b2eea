import { screen, within } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { posts } from '@vitrine/contract/posts';
import { textOn } from '@vitrine/contract/theme';
import { beforeEach, expect, test, vi } from 'vitest';
import { openCommunity } from '../../test/community-page.tsx';
import { channel, community, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { refusing } from '../../test/school.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

test('shows the open channel, what is unread elsewhere, and the plan behind a lock', async () => {
  openCommunity({
    community: {
      channels: [
        channel(1, 'Avisos', { unread: 3 }),
        channel(2, 'Dúvidas', { unread: 4 }),
        channel(3, 'Retrato', { locked: true, products: [{ id: 9, title: 'Plano Estúdio' }] }),
      ],
      upsell: { text: 'Entre na turma', link: 'https://a.example' },
    },
    feed: () => [post(7, '<p>Cheguei cedo.</p>', { likes: 2 })],
  });
  expect(await screen.findByText('Cheguei cedo.')).toBeVisible();
  const places = screen.getByRole('navigation', { name: 'Canais' });
  expect(within(places).getByRole('link', { name: 'Avisos' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(within(places).getByRole('link', { name: /Dúvidas.*4 publicações novas/ })).toBeVisible();
  expect(within(places).queryByRole('link', { name: /Retrato/ })).toBeNull();
  expect(within(places).getByText('Plano Estúdio')).toBeInTheDocument();
  expect(within(places).getByText('Entre na turma')).toBeInTheDocument();
});

test('opening a channel leaves the search', async () => {
  const { user } = openCommunity({ feed: () => [post(7, 'Primeira')] }, [
    posts.search,
    () => ({ data: [post(3, 'Lente de 85 mm')], next_cursor: null }),
  ]);
  expect(await screen.findByText('Primeira')).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' });
  // A phone, where “Sobre” is beside the field, would cut the label.
  expect(field).toHaveAttribute('placeholder', 'Buscar aqui');
  await user.type(field, 'lente');
  expect(await screen.findByText('Lente de 85 mm')).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Dúvidas/ }));
  expect(await screen.findByRole('heading', { name: 'Dúvidas' })).toBeVisible();
  expect(screen.queryByText('Lente de 85 mm')).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' })).toHaveValue('');
});

test('a search tells how many posts it found', async () => {
  const { user } = openCommunity({ feed: () => [post(7, 'Primeira')] }, [
    posts.search,
    ({ query }) => ({
      data: query.get('q') === 'lente' ? [post(3, 'Lente de 85 mm')] : [],
      next_cursor: null,
    }),
  ]);
  await screen.findByText('Primeira');
  const field = screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' });
  await user.type(field, 'lente');
  expect(await screen.findByText('1 resultado')).toHaveRole('status');
  await user.type(field, 's');
  expect(await screen.findByText('Nada encontrado', { selector: 'output' })).toBeInTheDocument();
});

test('a search that fails says so, and is asked again', async () => {
  let fails = true;
  const { user } = openCommunity({ feed: () => [post(7, 'Primeira')] }, [
    posts.search,
    () =>
      fails
        ? refusing(404, 'Não encontrado')
        : { data: [post(3, 'Lente de 85 mm')], next_cursor: null },
  ]);
  await screen.findByText('Primeira');
  await user.type(screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' }), 'lente');
  expect(await screen.findByText('A busca não terminou')).toBeVisible();
  expect(screen.queryByText('Primeira')).toBeNull();
  expect(screen.queryByText('Nada encontrado')).toBeNull();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Lente de 85 mm')).toBeVisible();
});

test.each([
  [{}, 'Escreva a primeira publicação'],
  [{ silenced: true }, 'Quando alguém publicar'],
  [{ may: { ...community().may, publications: false } }, 'Quando alguém publicar'],
])('an empty channel asks to write only who may: %o', async (more, text) => {
  openCommunity({ community: more });
  expect(await screen.findByText('Ninguém publicou aqui ainda')).toBeVisible();
  expect(screen.getByText(new RegExp(`^${text}`))).toBeVisible();
});

test('the posts of a person have a heading before their name has come', async () => {
  let answer = (_: object) => {};
  openCommunity({ at: '?autor=8' }, [
    posts.search,
    () => new Promise((resolve) => (answer = resolve)),
  ]);
  expect(await screen.findByRole('heading', { level: 2, name: 'Publicações' })).toBeVisible();
  answer({ data: [post(3, 'Lente')], next_cursor: null });
  expect(
    await screen.findByRole('heading', { level: 2, name: 'Publicações de Rosa Lemos' }),
  ).toBeVisible();
});

test('a locked community shows its offer', async () => {
  openCommunity({
    community: {
      locked: true,
      channels: [],
      upsell: { text: 'Entre', link: 'https://a.example' },
    },
  });
  expect(await screen.findByText('Esta comunidade é de quem tem um plano')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Conhecer o plano' })).toHaveAttribute(
    'href',
    'https://a.example',
  );
});

test('a community whose channels are all locked does not say that it has none', async () => {
  openCommunity({
    community: {
      channels: [channel(3, 'Retrato', { locked: true })],
      upsell: { text: 'Entre na turma', link: 'https://a.example' },
    },
  });
  expect(await screen.findByText('Os canais daqui são de quem tem um plano')).toBeVisible();
  expect(screen.queryByText('Ainda não há canais aqui')).toBeNull();
  expect(screen.getAllByRole('link', { name: 'Conhecer o plano' })).toHaveLength(1);
});

test('an owner’s empty community says what to do first', async () => {
  openCommunity({ community: { channels: [] }, role: 'owner' });
  expect(await screen.findByRole('button', { name: 'Criar canal' })).toBeVisible();
});

test('a student’s empty community says that it has no channels yet', async () => {
  openCommunity({ community: { channels: [] } });
  expect(await screen.findByText('Ainda não há canais aqui')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Criar canal' })).toBeNull();
});

test('a community without details links to no empty page', async () => {
  openCommunity({ feed: () => [post(7, 'Olá')] });
  expect(await screen.findByText('Olá')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sobre' })).toBeNull();
});

test('the colours of the legacy form apply to the cover, its font to the community', async () => {
  openCommunity({
    community: {
      primary_text_color: '#ffe9c2',
      secondary_text_color: '#d8c8ff',
      shadow_color: '#2a0f4a',
      font_family: 'Lato',
    },
  });
  const cover = (await screen.findByRole('heading', { level: 1 })).closest('.community-cover')!;
  expect(cover).toHaveStyle({
    '--cover-text': '#ffe9c2',
    '--cover-text-2': '#d8c8ff',
    '--cover-shadow': '#2a0f4a',
  });
  expect(cover.parentElement!.getAttribute('style')).toContain('Lato');
});

test('on a light cover without an image the name is dark', async () => {
  openCommunity({ community: { cover_color: '#FFFB00', cover_path: null } });
  const cover = (await screen.findByRole('heading', { level: 1 })).closest('.community-cover')!;
  expect(cover).toHaveStyle({ '--cover-text': textOn('#FFFB00') });
  expect(cover).toHaveClass('is-plain');
});

test('a locked community shows its access offer once', async () => {
  openCommunity({
    community: {
      locked: true,
      channels: [channel(3, 'Retrato', { locked: true })],
      upsell: { text: 'Entre na turma', link: 'https://a.example' },
    },
  });
  expect(await screen.findByText('Entre na turma')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Conhecer o plano' })).toHaveLength(1);
});

test('the name opens the list of other communities, if any exist', async () => {
  const alone = openCommunity();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Trocar de comunidade' })).toBeNull();
  alone.leave();
  const { user } = openCommunity({ community: { has_others: true } }, [
    communities.list,
    () => [
      community({ has_others: true }),
      community({
        id: 6,
        title: 'Estúdio',
        locked: true,
        upsell: { text: 'Da turma', link: null },
      }),
    ],
  ]);
  await user.click(await screen.findByRole('button', { name: 'Trocar de comunidade' }));
  expect(await screen.findByRole('menuitem', { name: /Você está aqui/ })).toBeVisible();
  expect(await screen.findByRole('menuitem', { name: /Estúdio.*Da turma/ })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Todas as comunidades' })).toBeVisible();
});
