import { act, screen, waitFor } from '@testing-library/react';
import { limits, posts } from '@vitrine/contract/posts';
import { beforeEach, expect, test } from 'vitest';
import { comment, openPost } from '../../test/post-page.tsx';
import { refusing } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './post-composer.tsx';

beforeEach(() => localStorage.clear());

test('a link to a comment marks it', async () => {
  openPost({ at: '?comentario=2', comments: () => [comment(1, 'Um'), comment(2, 'Dois')] });
  const linked = (await screen.findByText('Dois')).closest('article');
  expect(linked).toHaveClass('is-linked');
  expect(screen.getByText('Um').closest('article')).not.toHaveClass('is-linked');
  await waitFor(() => expect(linked).toHaveFocus());
});

test('a link to a comment takes the focus from nobody who writes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = openPost({ at: '?comentario=2' }, [
    posts.comments,
    async () => {
      await promise;
      return {
        data: [comment(1, 'Um'), comment(2, 'Dois')],
        next_cursor: null,
        previous_cursor: null,
      };
    },
  ]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi');
  resolve();
  await screen.findByText('Dois');
  expect(field).toHaveFocus();
});

test('a link to a reply past the first two hundred scrolls to it, after the gap', async () => {
  const { replies_count: _, replies: __, ...said } = comment(1, 'Um');
  const replies = Array.from({ length: limits.repliesAround + 1 }, (_item, at) => ({
    ...said,
    id: 10 + at,
    parent_id: 1,
    content: `Resposta ${10 + at}`,
  }));
  replies.at(-1)!.id = 999;
  const seen: Element[] = [];
  openPost({
    at: '?comentario=999',
    comments: () => [comment(1, 'Um', { replies, replies_count: 300 })],
  });
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen.push(this);
  };
  const linked = (await screen.findByText(`Resposta ${10 + limits.repliesAround}`)).closest(
    'article',
  )!;
  await waitFor(() => expect(seen).toEqual([linked]));
  expect(linked).toHaveClass('is-linked');
  const more = screen.getByRole('button', { name: 'Ver mais 99 respostas' });
  expect(more.compareDocumentPosition(linked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a link to a comment that is gone says so, and shows the others', async () => {
  openPost({ at: '?comentario=2' }, [
    posts.comments,
    ({ query }) =>
      query.has('around')
        ? refusing(404, 'Não encontrado')
        : { data: [comment(1, 'Um')], next_cursor: null, previous_cursor: null },
  ]);
  expect(await screen.findByText('Um')).toBeVisible();
  expect(screen.getByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.queryByText('Os comentários não carregaram')).toBeNull();
});

test('a second link on the same page scrolls too', async () => {
  const seen: string[] = [];
  const { history } = openPost({
    at: '?comentario=1',
    comments: () => [comment(1, 'Um'), comment(2, 'Dois')],
  });
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen.push(this.id);
  };
  await waitFor(() => expect(seen).toEqual(['comentario-1']));
  await act(async () => history.push('/comunidade/post/7/1/5?comentario=2'));
  await waitFor(() => expect(seen).toEqual(['comentario-1', 'comentario-2']));
});

test('the viewer’s own comment shows, even with unloaded ones before it', async () => {
  const first = Array.from({ length: limits.page }, (_item, at) => comment(at + 1, `c${at + 1}`));
  const own = comment(99, 'E a 50?');
  const { user } = openPost(
    {},
    [posts.createComment, () => ({ data: own })],
    [
      posts.comments,
      ({ query }) =>
        query.get('around') === '99'
          ? { data: [own], next_cursor: null, previous_cursor: '99' }
          : { data: first, next_cursor: '20', previous_cursor: null },
    ],
  );
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'E a 50?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(
    (await screen.findByText('E a 50?', { selector: 'article *' })).closest('article'),
  ).toHaveClass('is-linked');
  expect(screen.getByRole('button', { name: 'Ver comentários anteriores' })).toBeVisible();
});

test('the viewer’s own reply shows after three others', async () => {
  const { replies_count: _, replies: __, ...said } = comment(1, 'Um');
  const replies = [2, 3, 4].map((id) => ({ ...said, id, parent_id: 1, content: `r${id}` }));
  let count = 3;
  const { user } = openPost(
    {},
    [
      posts.createComment,
      () => {
        count = 4;
        return { data: comment(5, 'Obrigada', { parent_id: 1 }) };
      },
    ],
    [
      posts.comments,
      ({ query }) => ({
        data: query.has('parent_id')
          ? [...replies, { ...said, id: 5, parent_id: 1, content: 'Obrigada' }].slice(0, count)
          : [comment(1, 'Um', { replies, replies_count: count })],
        next_cursor: null,
        previous_cursor: null,
      }),
    ],
  );
  await user.click(await screen.findByRole('button', { name: 'Responder' }));
  await user.type(await screen.findByLabelText('Responder a Kauê Dias'), 'Obrigada');
  await user.click(screen.getAllByRole('button', { name: 'Responder' }).at(-1)!);
  expect(await screen.findByText('Obrigada', { selector: 'article *' })).toBeVisible();
});
