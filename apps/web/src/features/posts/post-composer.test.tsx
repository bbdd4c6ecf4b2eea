import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { posts, type Post } from '@vitrine/contract/posts';
import { uploads } from '@vitrine/contract/uploads';
import { beforeEach, expect, test, vi } from 'vitest';
import { bodyOf, editor, openCommunity } from '../../test/community-page.tsx';
import { community, post } from '../../test/community.ts';
import { FakeStream } from '../../test/fake-stream.ts';
import { catchSending } from '../../test/fake-upload.ts';
import { refusing, settle } from '../../test/school.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
});

test('a post is published; its draft is stored, and an empty one cannot be sent', async () => {
  const feed: Post[] = [];
  const { sent, user } = openCommunity({ feed: () => feed }, [
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

test('nothing can be typed or attached that the sent post would take along', async () => {
  let answer = (_: object) => {};
  const { user } = openCommunity({}, [
    posts.create,
    () => new Promise<object>((resolve) => (answer = resolve)),
  ]);
  await user.click(await screen.findByRole('textbox', { name: 'Escreva para a turma, Olívia' }));
  const field = await editor();
  await user.type(field, 'Oi');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field).toHaveAttribute('contenteditable', 'false'));
  expect(field).toHaveFocus();
  expect(screen.getByLabelText('Título (opcional)')).toHaveAttribute('readonly');
  expect(screen.getByRole('button', { name: 'Anexar arquivos' })).toBeDisabled();
  await act(async () => answer(refusing(503, 'Ocupado')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await waitFor(() => expect(field).toHaveAttribute('contenteditable', 'true'));
  expect(field).toHaveFocus();
  expect(field).toHaveTextContent('Oi');
});

test('a post whose answer was lost in a reload is sent again under the same key', async () => {
  const keys: (string | null)[] = [];
  for (const page of ['first', 'reloaded']) {
    const { user } = openCommunity();
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
  const { user } = openCommunity({}, [posts.create, () => refusing(503, 'Ocupado')]);
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  const field = await editor();
  await user.type(field, 'Oi');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.type(field, '!');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the editor has the focus from its first render, so no letter is lost', async () => {
  const { user } = openCommunity();
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
  openCommunity();
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
  const { user } = openCommunity();
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Comecei ontem.');
  cleanup();
  openCommunity();
  expect(await editor()).toHaveTextContent('Comecei ontem.');
  await settle();
  expect(document.body).toHaveFocus();
});

test('a draft stays over a reload, though another tab has published one of the same channel', async () => {
  const { user } = openCommunity();
  await user.click(await screen.findByRole('textbox', { name: /Escreva/ }));
  await user.type(await editor(), 'Daqui.');
  localStorage.clear(); // the other tab
  cleanup();
  openCommunity();
  expect(await editor()).toHaveTextContent('Daqui.');
});

test('@ lists people, and who is chosen is sent as a mention', async () => {
  const { sent, user } = openCommunity(
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
  const { user } = openCommunity({}, [
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
  const { user } = openCommunity({}, [
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

test('an empty file shows an error at once, and is not sent', async () => {
  const { user, sent } = openCommunity({ feed: () => [] });
  await screen.findByRole('button', { name: 'Anexar arquivos' });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(chooser, new File([], 'notas.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Este arquivo está vazio.')).toBeVisible();
  expect(screen.queryByText('notas.txt')).toBeNull();
  expect(sent.filter(({ name }) => name.startsWith('uploads'))).toEqual([]);
});

test('a silenced member sees the end of the silence, and cannot write', async () => {
  openCommunity({
    community: { silenced: true, silenced_until: '2030-01-02T12:00:00.000Z' },
    feed: () => [post(7, 'Olá')],
  });
  expect(await screen.findByText(/volta a escrever em .*2030/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
});

test('kinds of content that are off are not offered', async () => {
  openCommunity({ community: { may: { ...community().may, videos: false, files: false } } });
  expect(await screen.findByRole('button', { name: 'Anexar imagens' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Anexar vídeo' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Anexar arquivos' })).toBeNull();
});

test('the preview of an image takes memory only while it is shown', async () => {
  const made = vi
    .spyOn(URL, 'createObjectURL')
    .mockImplementation((file) => `blob:${(file as File).name}`);
  const released = vi.spyOn(URL, 'revokeObjectURL');
  catchSending();
  const { user } = openCommunity();
  await user.click(await screen.findByRole('button', { name: 'Anexar imagens' }));
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const image = (name: string) => new File(['x'], name, { type: 'image/png' });
  await user.upload(chooser, [image('serra.png'), image('mar.png')]);
  await screen.findByRole('img', { name: 'mar.png' });
  expect(made).toHaveBeenCalledTimes(2);
  expect(released).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Tirar mar.png' }));
  expect(released.mock.calls).toEqual([['blob:mar.png']]);
  cleanup();
  expect(released.mock.calls).toEqual([['blob:mar.png'], ['blob:serra.png']]);
});

test('a removed file and a page that was left send nothing on', async () => {
  const sending = catchSending();
  const { user } = openCommunity();
  await user.click(await screen.findByRole('button', { name: 'Anexar imagens' }));
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const image = (name: string) => new File(['x'], name, { type: 'image/png' });
  await user.upload(chooser, [image('serra.png'), image('mar.png')]);
  await waitFor(() => expect(sending).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Tirar mar.png' }));
  expect(sending.map(({ aborted }) => aborted)).toEqual([false, true]);
  cleanup();
  expect(sending.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('the files of a draft survive a reload, and a missing one is reported', async () => {
  const sending = catchSending();
  const first = openCommunity();
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

  const { user, sent } = openCommunity(
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
