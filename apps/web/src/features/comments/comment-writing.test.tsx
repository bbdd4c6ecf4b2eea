import { act, screen, waitFor, within } from '@testing-library/react';
import { comments, type Comment } from '@vitrine/contract/comments';
import { beforeEach, expect, test, vi } from 'vitest';
import { ana, bodyOf, comment, me, openComments, reply } from '../../test/lesson-comments.tsx';
import { refusing, site } from '../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a comment is sent as plain characters, and appears', async () => {
  const shown: Comment[] = [];
  const { user, sent } = openComments(shown, {}, [
    comments.create,
    ({ body }) => {
      shown.unshift(comment(1, body.content, { author: me }));
      return { data: shown[0] };
    },
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Por que 5 < 7? Veja https://mdn.example.com/div.');
  await user.click(screen.getByRole('button', { name: 'Em 9:31' }));
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  const article = await screen.findByRole('article', { name: 'Comentário de Olívia Dona' });
  // The test's DOM drops the words around the link when it cleans the HTML, so only the link is
  // asserted.
  expect(article).toHaveTextContent('https://mdn.example.com/div');
  // The pressed button is gone.
  await waitFor(() => expect(article).toHaveFocus());
  expect(bodyOf(sent, 'comments.create')).toEqual({
    content:
      'Por que 5 &lt; 7? Veja <a href="https://mdn.example.com/div">https://mdn.example.com/div</a>.',
    parent_id: null,
    seconds: 571,
  });
  expect(field).toHaveValue('');
});

test('nothing can be typed that the sent comment would take along', async () => {
  let answer = (_: object) => {};
  const { user } = openComments([], {}, [
    comments.create,
    () => new Promise<object>((resolve) => (answer = resolve)),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await user.type(field, ' E que filme?');
  expect(field).toHaveValue('Que lente?');
  await act(async () => answer({ data: comment(1, 'Que lente?', { author: me }) }));
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que filme?');
  expect(field).toHaveValue('E que filme?');
});

test('a comment that is refused stays written, with the reason', async () => {
  const { user } = openComments([], {}, [
    comments.create,
    () => refusing(403, 'Os comentários estão fechados.'),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Os comentários estão fechados.');
  expect(field).toHaveValue('Que lente?');
});

test('a comment that a proxy answered is sent again under the same key, the next one is not', async () => {
  const { user } = openComments([]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const keys: (string | null)[] = [];
  const answer = fetch;
  let status = 504;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return answer(input, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (status === 201) return Response.json({ data: comment(3, 'Que lente?') }, { status });
    return new Response('<h1>504</h1>', { status });
  });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('A escola não responde');
  expect(field).toHaveValue('Que lente?');
  status = 201;
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que filme?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('an unsent comment waits on the device for its author, at this school only', async () => {
  const field = () => screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  const { user, leave } = openComments([]);
  await user.clear(await field());
  await user.type(await field(), 'Que lente?');
  leave();

  const neighbour = { ...site, tenant: { ...site.tenant, id: 2 } };
  for (const as of [{ id: 8 }, { site: neighbour }, { view: [3] }]) {
    const other = openComments([], { as });
    expect(await field()).toHaveValue('');
    await other.user.type(await field(), 'De outra pessoa');
    other.leave();
  }
  openComments([]);
  expect(await field()).toHaveValue('Que lente?');
});

test('a reply goes to a person, in their thread', async () => {
  const shown = [comment(1, 'Que lente?')];
  const { user, sent } = openComments(shown, {}, [
    comments.create,
    ({ body }) => {
      const made = reply(2, body.content, { author: me });
      shown[0] = comment(1, 'Que lente?', { replies: [made] });
      return { data: comment(2, body.content, { parent_id: 1, author: me }) };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  await user.keyboard('A de 50 mm.');
  const field = screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' });
  expect(field).toHaveValue('A de 50 mm.');
  await user.click(within(field.closest('form')!).getByRole('button', { name: 'Responder' }));
  expect(await screen.findByText('A de 50 mm.', { selector: '.comment-text' })).toBeVisible();
  expect(bodyOf(sent, 'comments.create')).toMatchObject({ parent_id: 1 });
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(screen.getAllByRole('button', { name: 'Responder' })[0]).toHaveFocus();
  expect(screen.getByText('Resposta enviada').parentElement).toHaveRole('status');
});

test('an answer that is left gives the focus back, and another person’s begins empty', async () => {
  const replies = [reply(2, 'A de 50 mm.', { author: ana })];
  const { user } = openComments([comment(1, 'Que lente?', { replies })]);
  const [toRosa, toAna] = (await screen.findAllByRole('button', { name: 'Responder' })) as [
    HTMLElement,
    HTMLElement,
  ];
  await user.click(toRosa);
  expect(screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: /^Responder/ })).toBeNull();
  expect(toRosa).toHaveFocus();
  await user.click(toRosa);
  await user.keyboard('Acho{Escape}');
  const field = screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' });
  // A text is left by its button only.
  expect(field).toHaveValue('Acho');
  await user.click(toAna);
  expect(screen.getByRole('textbox', { name: 'Responder a Ana Beltrão' })).toHaveValue('');
  await user.click(toRosa);
  expect(screen.getByRole('textbox', { name: 'Responder a Rosa Lemos' })).toHaveValue('Acho');
});

test('Ctrl+Enter sends, and the second of the video goes with one comment alone', async () => {
  const { user, sent } = openComments([], {}, [
    comments.create,
    ({ body }) => ({ data: comment(1, body.content, { author: me }) }),
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'Que lente?');
  await user.click(screen.getByRole('button', { name: 'Em 9:31' }));
  await user.type(field, '{Control>}{Enter}{/Control}');
  await waitFor(() => expect(field).toHaveValue(''));
  await user.type(field, 'E que luz?{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(
      sent
        .filter(({ name }) => name === 'comments.create')
        .map(({ body }) => (body as { seconds: number | null }).seconds),
    ).toEqual([571, null]),
  );
});
