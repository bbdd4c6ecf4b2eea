import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { communities, type Community } from '@vitrine/contract/communities';
import { home } from '@vitrine/contract/home';
import { posts, type Post } from '@vitrine/contract/posts';
import { ranking, type RankingEntry } from '@vitrine/contract/ranking';
import { textOn } from '@vitrine/contract/theme';
import { uploads } from '@vitrine/contract/uploads';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { channel, community, post } from '../../test/community.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { catchSending } from '../../test/fake-upload.ts';
import { onScreenOf, refusing, serve, site, visit } from '../../test/school.tsx';
import CommunityPage from './community-page.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

interface RenderOptions {
  community?: Partial<Community>;
  feed?: () => Post[];
  role?: 'student' | 'moderator' | 'owner';
  at?: string;
  sidebar?: 0 | 1;
}

function open(
  {
    community: more = {},
    feed = () => [],
    role = 'student',
    at = '',
    sidebar = 0,
  }: RenderOptions = {},
  ...answers: Parameters<typeof serve>
) {
  const sent = serve(
    ...answers,
    [communities.show, () => ({ data: community(more) })],
    [posts.list, () => ({ data: feed(), next_cursor: null })],
    [posts.read, () => undefined],
  );
  const path = { at: `/comunidade/1/5${at}`, path: '/comunidade/:tenant/:id' };
  return {
    sent,
    ...visit(<CommunityPage />, {
      ...path,
      roles: [role],
      site: { ...site, settings: { ...site.settings, sidebar } },
    }),
  };
}
const bodyOf = (sent: { name: string; body: unknown }[], name: string) =>
  sent.findLast((call) => call.name === name)?.body;

/** The field once its editor has come. */
const editor = () =>
  waitFor(() => {
    const field = screen.getByRole('textbox', { name: /Escreva/ });
    expect(field).toHaveAttribute('contenteditable');
    return field;
  });

test('shows the open channel, what is unread elsewhere, and the plan behind a lock', async () => {
  open({
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

test('a post is published; its draft is stored, and an empty one cannot be sent', async () => {
  const feed: Post[] = [];
  const { sent, user } = open({ feed: () => feed }, [
    posts.create,
    ({ body }) => {
      feed.unshift(post(8, body.content));
      return { data: feed[0] };
    },
  ]);
  await user.click(await screen.findByRole('textbox', { name: 'Escreva para a turma, Olívia' }));
  const field = await editor();
  const publish = screen.getByRole('button', { name: 'Publicar' });
  await user.click(publish);
  expect(bodyOf(sent, 'posts.create')).toBeUndefined();
  await user.type(field, 'ISO 100 <b>');
  expect(localStorage.length).toBeGreaterThan(0);
  await user.click(publish);
  expect(bodyOf(sent, 'posts.create')).toEqual({
    title: '',
    content: '<p>ISO 100 &lt;b&gt;</p>',
    attachments: [],
  });
  expect(await screen.findByText('ISO 100 <b>')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: /Escreva/ })).toHaveValue('');
});

test('a post whose answer was lost in a reload is sent again under the same key', async () => {
  const keys: (string | null)[] = [];
  for (const page of ['first', 'reloaded']) {
    const { user } = open();
    const answer = fetch;
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (init.method !== 'POST') return answer(input, init);
      keys.push(new Headers(init.headers).get('idempotency-key'));
      throw new TypeError('network');
    });
    if (page === 'first') {
      await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
      await user.type(await editor(), 'Comecei ontem.');
    } else await waitFor(async () => expect(await editor()).toHaveTextContent('Comecei ontem.'));
    await user.click(screen.getByRole('button', { name: 'Publicar' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    cleanup();
  }
  expect(keys).toEqual([expect.stringMatching(/^queued-/), keys[0]]);
});

test('the reason of a refused post shows until its text changes', async () => {
  const { user } = open({}, [posts.create, () => refusing(503, 'Ocupado')]);
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  const field = await editor();
  await user.type(field, 'Oi');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.type(field, '!');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the editor has the focus from its first render, so no letter is lost', async () => {
  const { user } = open();
  const focused: boolean[] = [];
  const watch = new MutationObserver(() => {
    const field = document.querySelector('[contenteditable]');
    if (field) focused.push(document.activeElement === field);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await editor();
  watch.disconnect();
  expect(focused[0]).toBe(true);
});

test('the editor does not take the focus from another field', async () => {
  open();
  const field = await screen.findByRole('textbox', { name: /Escreva/ });
  const next = screen.getByRole('button', { name: 'Anexar imagens' });
  act(() => {
    field.focus();
    next.focus();
  });
  await editor();
  expect(next).toHaveFocus();
});

test('a draft from before a reload is open, and does not take the focus', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Comecei ontem.');
  cleanup();
  open();
  expect(await editor()).toHaveTextContent('Comecei ontem.');
  await new Promise((done) => setTimeout(done));
  expect(document.body).toHaveFocus();
});

test('@ lists people, and who is chosen is sent as a mention', async () => {
  const { sent, user } = open(
    {},
    [posts.people, () => [{ id: 9, name: 'Ana Beltrão', photo_url: null, staff: true }]],
    [posts.create, ({ body }) => ({ data: post(8, body.content) })],
  );
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Oi @an');
  expect(await screen.findByRole('option', { name: /Ana Beltrão/ })).toBeVisible();
  await user.keyboard('{Enter}obrigada');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.create')).toMatchObject({
      content: '<p>Oi <span data-mention="9">@Ana Beltrão</span> obrigada</p>',
    }),
  );
});

test('a touch chooses a person on release, not while scrolling', async () => {
  const { user } = open({}, [
    posts.people,
    () => [{ id: 9, name: 'Ana Beltrão', photo_url: null, staff: true }],
  ]);
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  const field = await editor();
  await user.type(field, 'Oi @an');
  const option = await screen.findByRole('option', { name: /Ana Beltrão/ });
  await user.pointer({ keys: '[MouseLeft>]', target: option });
  expect(option).toBeVisible();
  expect(field).not.toHaveTextContent('Beltrão');
  expect(field).toHaveFocus();
  await user.pointer({ keys: '[/MouseLeft]', target: option });
  expect(field).toHaveTextContent('Oi @Ana Beltrão');
});

test('the selection at the end of a shrinking list moves to the last person left', async () => {
  const people = ['Ana', 'Bia', 'Caio'].map((name, at) => ({
    id: at + 1,
    name: `${name} Braga`,
    photo_url: null,
    staff: false,
  }));
  let answer = () => {};
  const { user } = open({}, [
    posts.people,
    ({ query }) =>
      query.get('q') === 'b'
        ? people
        : new Promise((resolve) => {
            answer = () => resolve(people.slice(0, 1));
          }),
  ]);
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  const field = await editor();
  await user.type(field, '@b');
  const listed = () =>
    within(screen.getByRole('listbox', { name: 'Pessoas' })).getAllByRole('option');
  await waitFor(() => expect(listed()).toHaveLength(3));
  await user.keyboard('r{ArrowDown}{ArrowDown}');
  act(() => answer());
  await waitFor(() => expect(listed()).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(field).toHaveTextContent('@Ana Braga');
});

test('new posts wait behind a pill, and other channels count theirs', async () => {
  let feed = [post(7, 'Primeira')];
  const { user } = open({ feed: () => feed });
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

test('the pill leads to the newest post, though a pinned one stands above it', async () => {
  const pinned = post(3, 'Regras', { pinned: true });
  let feed = [pinned, post(7, 'Primeira')];
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = function shown(this: Element) {
    scrolled.push(this);
  };
  const { user } = open({ feed: () => feed });
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
  const { user } = open({ feed: () => feed, role: 'moderator' }, [
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
  open({ feed: () => feed }, [
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

test('a channel that is opened again shows new posts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let feed = [post(7, 'Primeira')];
  const { user } = open({ feed: () => feed });
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

test('opening a channel leaves the search', async () => {
  const { user } = open({ feed: () => [post(7, 'Primeira')] }, [
    posts.search,
    () => ({ data: [post(3, 'Lente de 85 mm')], next_cursor: null }),
  ]);
  expect(await screen.findByText('Primeira')).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' });
  await user.type(field, 'lente');
  expect(await screen.findByText('Lente de 85 mm')).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Dúvidas/ }));
  expect(await screen.findByRole('heading', { name: 'Dúvidas' })).toBeVisible();
  expect(screen.queryByText('Lente de 85 mm')).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Buscar nesta comunidade' })).toHaveValue('');
});

test('a like shows at once, and reverts when the save fails', async () => {
  const { user } = open({ feed: () => [post(7, 'Olá', { likes: 2 })] }, [
    posts.like,
    () => refusing(503, 'Ocupado'),
  ]);
  const like = await screen.findByRole('button', { name: /Curtir publicação/ });
  await user.click(like);
  await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
  expect(like).toHaveTextContent('2');
  expect(await screen.findByText(/A curtida não foi salva/)).toBeVisible();
});

const attachedImage = (n: number) => ({
  kind: 'image' as const,
  path: `foto-${n}.webp`,
  name: `Foto ${n}`,
  type: 'image/webp',
  bytes: 1_000,
  url: `/files/foto-${n}-800x600.webp`,
});

test('images are swiped on phones, and a count tells which one is seen', async () => {
  open({ feed: () => [post(7, 'Quatro', { attachments: [1, 2, 3, 4].map(attachedImage) })] });
  const first = await screen.findByRole('button', { name: 'Abrir imagem 1 de 4' });
  expect(screen.getByRole('button', { name: 'Abrir imagem 4 de 4' })).toBeInTheDocument();
  expect(screen.getByText('1 de 4')).toBeInTheDocument();
  const row = first.parentElement!;
  Object.defineProperty(row, 'clientWidth', { value: 360 });
  row.scrollLeft = 720;
  fireEvent.scroll(row);
  expect(screen.getByText('3 de 4')).toBeInTheDocument();
});

test('an empty file shows an error at once, and is not sent', async () => {
  const { user, sent } = open({ feed: () => [] });
  await screen.findByRole('button', { name: 'Anexar arquivos' });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(chooser, new File([], 'notas.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Este arquivo está vazio.')).toBeVisible();
  expect(screen.queryByText('notas.txt')).toBeNull();
  expect(sent.filter(({ name }) => name.startsWith('uploads'))).toEqual([]);
});

test('a silenced member sees the end of the silence, and cannot write', async () => {
  open({
    community: { silenced: true, silenced_until: '2030-01-02T12:00:00.000Z' },
    feed: () => [post(7, 'Olá')],
  });
  expect(await screen.findByText(/volta a escrever em .*2030/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
});

test('kinds of content that are off are not offered', async () => {
  open({ community: { may: { ...community().may, videos: false, files: false } } });
  expect(await screen.findByRole('button', { name: 'Anexar imagens' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Anexar vídeo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Anexar arquivos' })).toBeNull();
});

const feed = () => [post(7, 'Vendo preset')];

test('staff remove with a reason', async () => {
  const { sent, user } = open({ feed, role: 'moderator' }, [
    posts.removeAsStaff,
    () => ({ data: post(7, 'Vendo preset') }),
  ]);
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(screen.getByRole('menuitem', { name: 'Fixar no canal' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(bodyOf(sent, 'posts.removeAsStaff')).toEqual({ reason: 'Venda' }));
});

test('a removed post gives the focus to its neighbour, and the last one to the channel’s name', async () => {
  let here = [post(9, 'Nova'), post(7, 'Vendo preset')];
  const { user } = open({ feed: () => here, role: 'moderator' }, [
    posts.removeAsStaff,
    ({ params }) => {
      here = here.filter(({ id }) => id !== Number(params['id']));
      return { data: post(Number(params['id']), '') };
    },
  ]);
  const removeFirst = async () => {
    const [article] = screen.getAllByRole('article');
    await user.click(within(article!).getByRole('button', { name: /^Opções/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Remover' }));
    await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
    await user.click(screen.getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(article).not.toBeInTheDocument());
  };
  await screen.findAllByRole('button', { name: /^Opções da publicação/ });
  await removeFirst();
  await waitFor(() => expect(screen.getByRole('article')).toHaveFocus());
  await removeFirst();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Avisos' })).toHaveFocus());
});

test('unpinning a post keeps the focus', async () => {
  let pinned = true;
  const feed = () =>
    pinned
      ? [post(7, 'Aviso', { pinned }), post(9, 'Nova'), post(8, 'Outra')]
      : [post(9, 'Nova'), post(8, 'Outra'), post(7, 'Aviso')];
  const { user } = open({ feed, role: 'moderator' }, [
    posts.unpin,
    () => {
      pinned = false;
      return { data: post(7, 'Aviso') };
    },
  ]);
  const articles = await screen.findAllByRole('article');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const isBelow = !pinned && this.closest('[data-post="7"]');
    return new DOMRect(0, isBelow ? innerHeight + 400 : 100, 40, 40);
  });
  await user.click(
    await within(articles[0]!).findByRole('button', { name: /^Opções da publicação/ }),
  );
  await user.click(screen.getByRole('menuitem', { name: 'Desafixar' }));
  await waitFor(() => expect(articles[1]).toHaveFocus());
  expect(screen.getAllByRole('article')[0]).toBe(articles[1]);
});

test('staff silence a member at their post, and can undo it', async () => {
  const { sent, user } = open(
    { feed, role: 'moderator' },
    [posts.silence, () => ({ data: { member_id: 8, until: null, reason: 'Venda' } })],
    [posts.unsilence, () => undefined],
  );
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  await user.click(screen.getByRole('menuitem', { name: 'Silenciar' }));
  await screen.findByRole('dialog', { name: 'Silenciar Rosa Lemos' });
  await user.click(screen.getByRole('radio', { name: 'Sem prazo' }));
  await user.type(screen.getByRole('textbox', { name: 'O que a pessoa vai ler' }), 'Venda');
  await user.click(screen.getByRole('button', { name: 'Silenciar' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.silence')).toEqual({ until: null, reason: 'Venda' }),
  );
  // The toast of the test before may still be visible.
  const told = (await screen.findByText('Pessoa silenciada')).closest('li')!;
  await user.click(within(told).getByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('posts.unsilence'));
});

test('staff cannot be silenced', async () => {
  const author = { ...post(7, '').author!, staff: true, role: 'instructor' as const };
  const { user } = open({ feed: () => [post(7, 'Aviso', { author })], role: 'owner' });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(screen.getByRole('menuitem', { name: 'Remover' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Silenciar' })).toBeNull();
});

test('a student may only report a post of another member', async () => {
  const { user } = open({ feed });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
  );
  expect(screen.getByRole('menuitem', { name: 'Denunciar' })).toBeVisible();
  for (const name of ['Remover', 'Editar', 'Fixar no canal', 'Silenciar'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

test.each([
  [false, ['Copiar link', 'Publicações desta pessoa', 'Editar', 'Remover']],
  [true, ['Copiar link', 'Publicações desta pessoa', 'Remover']],
])('the author of a post, silenced %s, has their own options', async (silenced, names) => {
  const author = { ...post(7, '').author!, id: 7, name: 'Olívia Dona' };
  const { user } = open({
    community: { silenced },
    feed: () => [post(7, 'Minha', { author })],
  });
  await user.click(
    await screen.findByRole('button', { name: 'Opções da publicação de Olívia Dona' }),
  );
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(names);
});

test('a cancelled change is not stored', async () => {
  const { user } = open({ feed, role: 'moderator' });
  const edit = async () => {
    await user.click(
      await screen.findByRole('button', { name: 'Opções da publicação de Rosa Lemos' }),
    );
    await user.click(screen.getByRole('menuitem', { name: 'Editar' }));
    return within(await screen.findByRole('form', { name: 'Editar publicação' }));
  };
  const form = await edit();
  await user.type(form.getByRole('textbox', { name: /Título/ }), 'Outro');
  await user.click(form.getByRole('button', { name: 'Cancelar' }));
  expect((await edit()).getByRole('textbox', { name: /Título/ })).toHaveValue('');
});

test('a locked community shows its offer', async () => {
  open({
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

test('an owner’s empty community says what to do first', async () => {
  open({ community: { channels: [] }, role: 'owner' });
  expect(await screen.findByRole('button', { name: 'Criar canal' })).toBeVisible();
});

const placed = (id: number, position: number, score: number): RankingEntry => ({
  position,
  score,
  user: { id, name: id === 7 ? 'Olívia Dona' : `Aluno ${id}`, photo_url: null },
  level: null,
  move: null,
});

const rankingOf = (): Parameters<typeof serve>[number] => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => placed(id, id, 100 - id * 10));
  const me = placed(7, 14, 12);
  return [
    ranking.list,
    () => ({
      data: all,
      me,
      around: [all.at(-1)!, me],
      total: 14,
      points_name: 'XP',
      current_page: 1,
      next_page_url: null,
    }),
  ];
};

test('a community with a ranking shows the first three, the viewer’s position, and the points to the next', async () => {
  onScreenOf(1280);
  open({ community: { has_ranking: 1, channels: [channel(1, 'Avisos')] } }, rankingOf());
  const card = await screen.findByRole('region', { name: 'Ranking' });
  expect(within(card).getByRole('link', { name: 'Ranking' })).toHaveAttribute('href', '/ranking');
  await waitFor(() =>
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Aluno 1'),
      expect.stringContaining('Aluno 2'),
      expect.stringContaining('Aluno 3'),
      expect.stringContaining('Aluno 4'),
      expect.stringMatching(/Aluno 5.*50 XP/),
      expect.stringMatching(/^14.*Você.*12 XP/),
    ]),
  );
  expect(card).toHaveTextContent('Faltam 29 XP para passar Aluno 6.');
});

test.each([
  { has_ranking: 0, width: 1_280, sidebar: 0, what: 'a community without one' },
  { has_ranking: 1, width: 1_399, sidebar: 1, what: 'a sidebar that leaves no room for it' },
  { has_ranking: 1, width: 1_279, sidebar: 0, what: 'a screen without room for it' },
] as const)('$what requests no ranking', async ({ has_ranking, width, sidebar }) => {
  onScreenOf(width);
  const { sent } = open(
    { community: { has_ranking, channels: [channel(1, 'Avisos')] }, sidebar },
    rankingOf(),
  );
  await screen.findByRole('navigation', { name: 'Canais' });
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('posts.list'));
  expect(screen.queryByRole('region', { name: 'Ranking' })).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain('ranking.list');
});

test('a screen without a third column shows its content on a page of its own', async () => {
  const { user } = open({
    community: {
      description: 'Quem fotografa junto aprende mais.',
      links: [{ title: 'Loja', url: 'https://loja.example' }],
    },
    feed: () => [post(7, 'Olá')],
  });
  expect(await screen.findByText('Olá')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Loja/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sobre' }));
  expect(screen.getByRole('heading', { name: 'Sobre a comunidade' })).toBeVisible();
  // The owner has switched both off here.
  expect(screen.queryByText(/O ranking e a aula/)).toBeNull();
  expect(screen.getByRole('link', { name: /Loja/ })).toHaveAttribute(
    'href',
    'https://loja.example',
  );
  expect(screen.queryByText('Olá')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Voltar à comunidade' }));
  expect(await screen.findByText('Olá')).toBeVisible();
});

test.each([
  [{ has_ranking: 1 }, 'O ranking aparece aqui quando houver.'],
  [{ has_continue_watching: 1 }, 'A aula em que você parou aparece aqui quando houver.'],
] as const)('with %o alone, the page about a community is not left empty', async (more, words) => {
  const empty = { data: [], me: null, around: [], total: 0, points_name: 'XP' };
  const { user } = open(
    { community: more },
    [ranking.list, () => ({ ...empty, current_page: 1, next_page_url: null })],
    [home.show, () => ({ data: { continue: [] } })],
  );
  await user.click(await screen.findByRole('link', { name: 'Sobre' }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('a community without details links to no empty page', async () => {
  open({ feed: () => [post(7, 'Olá')] });
  expect(await screen.findByText('Olá')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sobre' })).toBeNull();
});

test('the colours of the legacy form apply to the cover, its font to the community', async () => {
  open({
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
  open({ community: { cover_color: '#FFFB00', cover_path: null } });
  const cover = (await screen.findByRole('heading', { level: 1 })).closest('.community-cover')!;
  expect(cover).toHaveStyle({ '--cover-text': textOn('#FFFB00') });
  expect(cover).toHaveClass('is-plain');
});

test('a locked community shows its access offer once', async () => {
  open({
    community: {
      locked: true,
      channels: [channel(3, 'Retrato', { locked: true })],
      upsell: { text: 'Entre na turma', link: 'https://a.example' },
    },
  });
  expect(await screen.findByText('Entre na turma')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Conhecer o plano' })).toHaveLength(1);
});

test('the files of a draft survive a reload, and a missing one is reported', async () => {
  const sending = catchSending();
  const first = open();
  await first.user.click(await screen.findByRole('button', { name: 'Anexar imagens' }));
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const image = (name: string) => new File(['x'], name, { type: 'image/png' });
  await first.user.upload(chooser, [image('serra.png'), image('mar.png')]);
  await waitFor(() => expect(sending).toHaveLength(2));
  act(() => {
    for (const [at, one] of sending.entries())
      one.answer(201, { data: { path: `/files/1/${at}.png`, url: '', width: 1, height: 1 } });
  });
  await waitFor(() => expect(localStorage.length).toBeGreaterThan(0));
  cleanup();

  const { user, sent } = open(
    {},
    [
      uploads.status,
      ({ query }) => {
        const path = query.get('path')!;
        if (path.endsWith('1.png')) return refusing(404, 'Nada aqui');
        return { data: { path, state: 'ready', message: '', url: `${path}?s=x` } };
      },
    ],
    [posts.create, () => ({ data: post(8, '') })],
  );
  const kept = await screen.findByRole('img', { name: 'serra.png' });
  expect(kept).toHaveAttribute('src', '/files/1/0.png?s=x');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Este arquivo não está mais guardado. Anexe de novo.',
  );
  const publish = screen.getByRole('button', { name: 'Publicar' });
  await user.click(publish);
  expect(bodyOf(sent, 'posts.create')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Tirar mar.png' }));
  await user.click(publish);
  await waitFor(() =>
    expect(bodyOf(sent, 'posts.create')).toEqual({
      title: '',
      content: '',
      attachments: [{ kind: 'image', path: '/files/1/0.png', name: 'serra.png' }],
    }),
  );
  await waitFor(() => expect(localStorage.length).toBe(0));
});

const person = (id: number, name: string) => ({
  id,
  name,
  photo_url: null,
  staff: false,
  role: null,
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
  open({ feed: () => [post(7, 'Oi', { likers, likes })] });
  expect(await screen.findByText(words, { exact: false })).toHaveTextContent(
    `Curtida por ${words}`,
  );
});

test('only the heart shows the viewer’s own like', async () => {
  open({ feed: () => [post(7, 'Oi', { likers: [person(7, 'Olívia')], likes: 1, liked: true })] });
  await screen.findByText('Oi');
  expect(screen.queryByText(/Curtida por/)).toBeNull();
});

test('the last comments show below a post, and link to the rest', async () => {
  const at = new Date().toISOString();
  const last_comments = [
    { id: 3, content: 'A terceira é a foto.', author: person(8, 'Ana Beltrão'), created_at: at },
    { id: 4, content: '<p>Concordo</p>', author: null, created_at: at },
  ];
  open({ feed: () => [post(7, 'Oi', { comments: 13, last_comments })] });
  const list = await screen.findByRole('list', { name: 'Últimos comentários' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('Ana Beltrão');
  expect(within(first!).getByRole('link', { name: /agora/ })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5?comentario=3',
  );
  expect(second).toHaveTextContent('Membro removidoagoraConcordo');
  expect(screen.getByRole('link', { name: 'Ver mais 11 comentários' })).toHaveAttribute(
    'href',
    '/comunidade/post/7/1/5#comentarios',
  );
});

test('the name opens the list of other communities, if any exist', async () => {
  const alone = open();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Trocar de comunidade' })).toBeNull();
  alone.leave();
  const { user } = open({ community: { has_others: true } }, [
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
  expect(screen.getByRole('menuitem', { name: /Você está aqui/ })).toBeVisible();
  expect(await screen.findByRole('menuitem', { name: /Estúdio.*Da turma/ })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Todas as comunidades' })).toBeVisible();
});
