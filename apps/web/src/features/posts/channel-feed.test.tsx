import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { communities } from '@vitrine/contract/communities';
import { posts } from '@vitrine/contract/posts';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tenantId } from '../../platform/boot.ts';
import { editor, openCommunity } from '../../test/community-page.tsx';
import { channel, community, post } from '../../test/community.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { refusing, serve, settle, visit } from '../../test/school.tsx';
import CommunityPage from './community-page.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

function ThereAndBack() {
  const [there, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(!there)}>
        Sair
      </button>
      {there && <CommunityPage />}
    </>
  );
}

const attachedImage = (n: number) => ({
  kind: 'image' as const,
  path: `foto-${n}.webp`,
  name: `Foto ${n}`,
  type: 'image/webp',
  bytes: 1_000,
  url: `/files/foto-${n}-800x600.webp`,
});

const person = (id: number, name: string) => ({
  id,
  name,
  photo_url: null,
  staff: false,
  role: null,
});

test('new posts wait behind a pill, and other channels count theirs', async () => {
  let feed = [post(7, 'Primeira')];
  const { user } = openCommunity({ feed: () => feed });
  expect(await screen.findByText('Primeira')).toBeVisible();
  sendEvent('post', { id: 8, community_id: 5, channel_id: 1 });
  sendEvent('post', { id: 9, community_id: 5, channel_id: 1 });
  sendEvent('post', { id: 10, community_id: 5, channel_id: 2 });
  sendEvent('post', { id: 11, community_id: 6, channel_id: 3 });
  const pill = await screen.findByRole('button', { name: '2 novas publicações' });
  expect(screen.getByRole('link', { name: /Dúvidas.*5 publicações novas/ })).toBeVisible();
  expect(screen.queryByText('Segunda')).toBeNull();
  feed = [post(9, 'Terceira'), post(8, 'Segunda'), ...feed];
  await user.click(pill);
  expect(await screen.findByText('Terceira')).toBeVisible();
  expect(screen.queryByRole('button', { name: /novas publicações/ })).toBeNull();
});

test('a published post takes the focus, however late the feed is read again', async () => {
  const reread = Promise.withResolvers<void>();
  let feed = [post(7, 'Primeira')];
  const { user } = openCommunity(
    {},
    [
      posts.list,
      async () => {
        if (feed.length > 1) await reread.promise;
        return { data: feed, next_cursor: null };
      },
    ],
    [posts.create, () => ({ data: (feed = [post(8, 'Segunda'), ...feed])[0] })],
  );
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Segunda');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(localStorage.length).toBe(0));
  await settle();
  reread.resolve();
  const newest = (await screen.findByText('Segunda')).closest('article');
  await waitFor(() => expect(newest).toHaveFocus());
});

test('an own post of another tab is unread nowhere', async () => {
  openCommunity({ feed: () => [post(7, 'Primeira')] });
  expect(await screen.findByText('Primeira')).toBeVisible();
  sendEvent('post', { id: 8, community_id: 5, channel_id: 2, author_id: 7 });
  sendEvent('post', { id: 9, community_id: 5, channel_id: 2, author_id: 8 });
  expect(await screen.findByRole('link', { name: /Dúvidas.*5 publicações novas/ })).toBeVisible();
});

test('an own post is never told as a new one', async () => {
  let feed = [post(7, 'Primeira')];
  openCommunity({ feed: () => feed });
  expect(await screen.findByText('Primeira')).toBeVisible();
  sendEvent('post', { id: 8, community_id: 5, channel_id: 1, author_id: 7 });
  feed = [post(9, 'De outra', { author: person(8, 'Rosa') }), post(8, 'Minha'), ...feed];
  sendEvent('post', { id: 9, community_id: 5, channel_id: 1, author_id: 8 });
  expect(await screen.findByRole('button', { name: '1 nova publicação' })).toBeVisible();
});

test('the pill leads to the newest post, though a pinned one stands above it', async () => {
  const pinned = post(3, 'Regras', { pinned: true });
  let feed = [pinned, post(7, 'Primeira')];
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function shown(this: Element) {
    scrolled.push(this);
  };
  const { user } = openCommunity({ feed: () => feed });
  expect(await screen.findByText('Primeira')).toBeVisible();
  sendEvent('post', { id: 8, community_id: 5, channel_id: 1 });
  sendEvent('post', { id: 9, community_id: 5, channel_id: 1 });
  feed = [pinned, post(9, 'Terceira'), post(8, 'Segunda'), post(7, 'Primeira')];
  await user.click(await screen.findByRole('button', { name: '2 novas publicações' }));
  const newest = (await screen.findByText('Terceira')).closest('article');
  await waitFor(() => expect(newest).toHaveFocus());
  expect(scrolled).toEqual([newest]);
});

test('a seen post that is removed does not count as new', async () => {
  let feed = [post(9, 'Terceira'), post(7, 'Primeira')];
  const { user } = openCommunity({ feed: () => feed, role: 'moderator' }, [
    posts.removeAsStaff,
    () => {
      feed = [post(7, 'Primeira')];
      return { data: post(9, 'Terceira') };
    },
  ]);
  const third = (await screen.findByText('Terceira')).closest('article')!;
  // The stream tells of the post late: the feed has it already.
  sendEvent('post', { id: 9, community_id: 5, channel_id: 1 });
  await user.click(await within(third).findByRole('button', { name: /^Opções da publicação/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(screen.queryByText('Terceira')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: /nova publicação/ })).not.toBeInTheDocument();
});

test('without an event stream, new posts are polled, in other channels too', async () => {
  let feed = [post(7, 'Primeira')];
  let unread = 4;
  openCommunity({ feed: () => feed }, [
    communities.show,
    () => ({
      data: community({
        channels: [channel(1, 'Avisos', { unread: 2 }), channel(2, 'Dúvidas', { unread })],
      }),
    }),
  ]);
  expect(await screen.findByText('Primeira')).toBeVisible();
  feed = [post(8, 'Segunda'), ...feed];
  unread = 9;
  act(() => {
    FakeStream.last.onerror?.();
    FakeStream.last.onopen?.();
  });
  expect(await screen.findByRole('button', { name: '1 nova publicação' })).toBeVisible();
  expect(
    await screen.findByRole('link', { name: /Dúvidas.*9 publicações novas/ }),
  ).toBeInTheDocument();
});

/** Opens a community whose counts are polled. The test answers each poll. */
async function openPolled() {
  const polls: ((unread: number) => void)[] = [];
  const withUnread = (unread: number) => ({
    data: community({
      channels: [channel(1, 'Avisos', { unread: 2 }), channel(2, 'Dúvidas', { unread })],
    }),
  });
  let isFirst = true;
  let mark = () => {};
  const view = openCommunity(
    { feed: () => [post(7, 'Primeira')] },
    [
      communities.show,
      () => {
        if (isFirst) return ((isFirst = false), withUnread(4));
        return new Promise((resolve) => polls.push((unread) => resolve(withUnread(unread))));
      },
    ],
    [posts.read, () => new Promise<void>((resolve) => (mark = resolve))],
  );
  expect(await screen.findByText('Primeira')).toBeVisible();
  // A page that has written before polls when it opens.
  for (const answer of polls.splice(0)) await act(async () => answer(4));
  const reconnect = () =>
    act(() => {
      FakeStream.last.onerror?.();
      FakeStream.last.onopen?.();
    });
  return { ...view, polls, reconnect, endMark: () => act(() => mark()) };
}

test('a post that arrives during a poll is counted', async () => {
  const { polls, reconnect, endMark } = await openPolled();
  endMark();
  reconnect();
  await waitFor(() => expect(polls).toHaveLength(1));
  sendEvent('post', { id: 8, community_id: 5, channel_id: 2 });
  const five = { name: /Dúvidas.*5 publicações novas/ };
  expect(await screen.findByRole('link', five)).toBeVisible();
  polls[0]!(4); // was read before that post
  await settle();
  expect(screen.getByRole('link', five)).toBeVisible();
  reconnect();
  await waitFor(() => expect(polls).toHaveLength(2));
  polls[1]!(6);
  expect(await screen.findByRole('link', { name: /Dúvidas.*6 publicações novas/ })).toBeVisible();
});

test('a poll waits until the server knows what the viewer has seen', async () => {
  const { polls, reconnect, endMark } = await openPolled();
  reconnect();
  await settle();
  expect(polls).toHaveLength(0);
  endMark();
  await waitFor(() => expect(polls).toHaveLength(1));
});

test('a channel that is opened again shows new posts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let feed = [post(7, 'Primeira')];
  const { user } = openCommunity({ feed: () => feed });
  expect(await screen.findByText('Primeira')).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Dúvidas/ }));
  expect(await screen.findByRole('heading', { name: 'Dúvidas' })).toBeVisible();
  feed = [post(8, 'Segunda'), ...feed];
  sendEvent('post', { id: 8, community_id: 5, channel_id: 1 });
  vi.setSystemTime(Date.now() + 10_000);
  await user.click(await screen.findByRole('link', { name: /Avisos/ }));
  expect(await screen.findByText('Segunda')).toBeVisible();
  vi.useRealTimers();
});

test('unread posts are counted again after a return', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let unread = 4;
  serve(
    [
      communities.show,
      () => ({
        data: community({ channels: [channel(1, 'Avisos'), channel(2, 'Dúvidas', { unread })] }),
      }),
    ],
    [posts.list, () => ({ data: [], next_cursor: null })],
  );
  const { user } = visit(<ThereAndBack />, {
    at: '/comunidade/1/5',
    path: '/comunidade/:tenant/:id',
  });
  expect(await screen.findByRole('link', { name: /Dúvidas.*4 publicações/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  unread = 6;
  vi.setSystemTime(Date.now() + 10_000);
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(await screen.findByRole('link', { name: /Dúvidas.*6 publicações/ })).toBeVisible();
  vi.useRealTimers();
});

test('a like shows at once, and reverts when the save fails', async () => {
  const { user } = openCommunity({ feed: () => [post(7, 'Olá', { likes: 2 })] }, [
    posts.like,
    () => refusing(503, 'Ocupado'),
  ]);
  const like = await screen.findByRole('button', { name: /Curtir publicação/ });
  await user.click(like);
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
  expect(like).toHaveTextContent('2');
  expect(await screen.findByText(/A curtida não foi salva/)).toBeVisible();
});

test('a like whose answer was lost shows as the server has it', async () => {
  let liked = false;
  const { user } = openCommunity(
    { feed: () => [post(7, 'Olá', { likes: Number(liked), liked })] },
    [
      posts.like,
      () => {
        liked = true;
        throw new TypeError('The connection is lost after the save.');
      },
    ],
  );
  const like = await screen.findByRole('button', { name: /Curtir publicação/ });
  await user.click(like);
  expect(await screen.findByText(/A curtida não foi salva/)).toBeVisible();
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'true'));
  expect(like).toHaveTextContent('1');
});

test('a like shows in the other tabs of the member, and of nobody else', async () => {
  const { user } = openCommunity({ feed: () => [post(7, 'Olá', { likes: 2 })] }, [
    posts.like,
    () => ({ data: { likes: 3, liked: true } }),
  ]);
  const liked = tabMessages('likes');
  const like = await screen.findByRole('button', { name: /Curtir publicação/ });
  await user.click(like);
  await waitFor(() => expect(liked.heard).toHaveLength(1));
  expect(like).toHaveTextContent('3');

  const [{ memberId, message }] = liked.heard as [LikeMessage];
  const takenBack = { ...message, likes: { likes: 8, liked: false } };
  liked.post({
    memberId: memberId + 1,
    message: { ...takenBack, likes: { likes: 9, liked: true } },
  });
  liked.post({ memberId, message: takenBack });
  await waitFor(() => expect(like).toHaveTextContent('8'));
  expect(like).toHaveAttribute('aria-pressed', 'false');
});

interface LikeMessage {
  memberId: number;
  message: { likes: unknown };
}

/** Another tab of this school: the messages that it hears, and a way to send one. */
function tabMessages(name: string) {
  const tab = new BroadcastChannel(`vitrine-${name}-${tenantId()}`);
  onTestFinished(() => tab.close());
  const heard: unknown[] = [];
  tab.onmessage = ({ data }) => heard.push(data);
  return { heard, post: (message: unknown) => tab.postMessage(message) };
}

test('images are swiped on phones, and a count tells which one is seen', async () => {
  openCommunity({
    feed: () => [post(7, 'Quatro', { attachments: [1, 2, 3, 4].map(attachedImage) })],
  });
  const first = await screen.findByRole('button', { name: 'Abrir imagem 1 de 4' });
  expect(screen.getByRole('button', { name: 'Abrir imagem 4 de 4' })).toBeInTheDocument();
  expect(screen.getByText('1 de 4')).toBeInTheDocument();
  const row = first.parentElement!;
  Object.defineProperty(row, 'clientWidth', { value: 360 });
  row.scrollLeft = 720;
  fireEvent.scroll(row);
  expect(screen.getByText('3 de 4')).toBeInTheDocument();
});

test.each([
  ['somebody else alone', [person(8, 'Ana Beltrão')], 1, 'Ana Beltrão'],
  [
    'others and the viewer',
    [person(7, 'Olívia'), person(8, 'Seu Osvaldo')],
    4,
    'Seu Osvaldo e mais 3',
  ],
  [
    'somebody of a long name',
    [person(8, 'Maria Eduarda de Albuquerque dos Santos')],
    2,
    'Maria Eduarda e mais 1',
  ],
])('who likes a post: %s', async (_, likers, likes, words) => {
  openCommunity({ feed: () => [post(7, 'Oi', { likers, likes })] });
  expect(await screen.findByText(words, { exact: false })).toHaveTextContent(
    `Curtida por ${words}`,
  );
});

test('only the heart shows the viewer’s own like', async () => {
  openCommunity({
    feed: () => [post(7, 'Oi', { likers: [person(7, 'Olívia')], likes: 1, liked: true })],
  });
  await screen.findByText('Oi');
  expect(screen.queryByText(/Curtida por/)).toBeNull();
});

test('the last comments show below a post, and link to the rest', async () => {
  const at = new Date().toISOString();
  const last_comments = [
    { id: 3, content: 'A terceira é a foto.', author: person(8, 'Ana Beltrão'), created_at: at },
    { id: 4, content: '<p>Concordo</p>', author: null, created_at: at },
  ];
  openCommunity({ feed: () => [post(7, 'Oi', { comments: 13, last_comments })] });
  const list = await screen.findByRole('list', { name: 'Últimos comentários' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('Ana Beltrão');
  expect(within(first!).getByRole('link', { name: /agora/ })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5?comentario=3',
  );
  expect(second).toHaveTextContent('Membro removidoagoraConcordo');
  // The number beside the icon is not told twice.
  expect(screen.getByRole('link', { name: '13 comentários' })).toHaveTextContent(/^13/);
  expect(screen.getByRole('link', { name: 'Ver mais 11 comentários' })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5#comentarios',
  );
});

test('a long post is cut in the feed until somebody reads all of it', async () => {
  const { user } = openCommunity({ feed: () => [post(7, 'luz '.repeat(200)), post(6, 'Curta')] });
  const [button, ...others] = await screen.findAllByRole('button', { name: 'Ler tudo' });
  expect(others).toEqual([]);
  await user.click(button!);
  expect(screen.queryByRole('button', { name: 'Ler tudo' })).toBeNull();
});

test('a post whose comments are closed says so in the feed', async () => {
  openCommunity({ feed: () => [post(7, 'Aviso', { comments_closed: true }), post(6, 'Oi')] });
  const closed = await screen.findByText('Comentários fechados');
  expect(closed.closest('article')).toHaveTextContent('Aviso');
});

test('a community without likes shows those of before, and takes none', async () => {
  openCommunity({
    community: { may: { ...community().may, likes: false } },
    feed: () => [post(7, 'Com curtidas', { likes: 3 }), post(6, 'Sem curtidas')],
  });
  const like = await screen.findByRole('button', { name: /Curtir publicação/ });
  expect(like).toBeDisabled();
  expect(like).toHaveTextContent('3');
});
