import { communities } from '@vitrine/contract/communities';
import { limits, posts, type Post, type PostComment } from '@vitrine/contract/posts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { community, post } from '../../test/community.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import PostPage from './post-page.tsx';

beforeEach(() => localStorage.clear());

const comment = (id: number, content: string, more: Partial<PostComment> = {}): PostComment => ({
  id,
  post_id: 7,
  parent_id: null,
  content,
  author: { id: 9, name: 'Kauê Dias', photo_url: null, staff: false, role: null },
  likes: 0,
  liked: false,
  removed: false,
  created_at: new Date().toISOString(),
  edited_at: null,
  replies_count: 0,
  replies: [],
  ...more,
});

interface Shown {
  more?: Partial<Post>;
  comments?: () => PostComment[];
  at?: string;
  role?: 'student' | 'moderator';
}

function open(
  { more = {}, comments = () => [], at = '', role = 'student' }: Shown = {},
  ...answers: Parameters<typeof serve>
) {
  Element.prototype.scrollIntoView = () => {};
  const sent = serve(
    ...answers,
    [posts.show, () => ({ data: post(7, 'Que lente para retrato?', more) })],
    [communities.show, () => ({ data: community() })],
    [posts.comments, () => ({ data: comments(), next_cursor: null, previous_cursor: null })],
  );
  const path = '/comunidade/post/:postId/:tenant/:communityId';
  const page = { at: `/comunidade/post/7/1/5${at}`, path, roles: [role] };
  return { sent, ...visit(<PostPage />, page) };
}
const bodies = (sent: { name: string; body: unknown }[], name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body);

test('a comment is written and answered one level deep', async () => {
  const said = [comment(1, 'Uma 85 mm.')];
  const { sent, user } = open({ comments: () => said }, [
    posts.createComment,
    ({ body }) => ({ data: comment(2, body.content) }),
  ]);
  await user.type(await screen.findByLabelText('Escreva um comentário'), 'E a 50?');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  await waitFor(() =>
    expect(bodies(sent, 'posts.createComment')).toEqual([{ content: 'E a 50?', parent_id: null }]),
  );
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await user.type(await screen.findByLabelText('Responder a Kauê Dias'), 'Obrigada');
  await user.click(screen.getAllByRole('button', { name: 'Responder' }).at(-1)!);
  await waitFor(() =>
    expect(bodies(sent, 'posts.createComment').at(-1)).toEqual({
      content: 'Obrigada',
      parent_id: 1,
    }),
  );
});

test('why a comment was refused is told until its text changes', async () => {
  const { user } = open({}, [posts.createComment, () => refusing(503, 'Ocupado')]);
  const field = await screen.findByLabelText('Escreva um comentário');
  await user.type(field, 'Oi');
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado');
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a link to a comment marks it', async () => {
  open({ at: '?comentario=2', comments: () => [comment(1, 'Um'), comment(2, 'Dois')] });
  expect((await screen.findByText('Dois')).closest('article')).toHaveClass('is-linked');
  expect(screen.getByText('Um').closest('article')).not.toHaveClass('is-linked');
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
  open({
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

test('closed comments take none from students, and still some from staff', async () => {
  const { leave } = open({ more: { comments_closed: true } });
  expect(await screen.findByText('Os comentários desta publicação estão fechados.')).toBeVisible();
  expect(screen.queryByLabelText('Escreva um comentário')).toBeNull();
  leave();
  open({ more: { comments_closed: true }, role: 'moderator' });
  expect(await screen.findByLabelText('Escreva um comentário')).toBeVisible();
});

test('its author reads why it was removed', async () => {
  open({}, [
    posts.show,
    () => refusing(403, 'Removida', { code: 'post_removed', data: { reason: 'Venda' } }),
  ]);
  expect(await screen.findByText('Motivo: Venda')).toBeVisible();
});

test('staff bring a removed post back', async () => {
  const removed = { at: new Date().toISOString(), reason: 'Venda' };
  const { sent, user } = open({ more: { removed }, role: 'moderator' }, [
    posts.restore,
    () => ({ data: post(7, 'Oi') }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Trazer de volta' }));
  await waitFor(() => expect(bodies(sent, 'posts.restore')).toHaveLength(1));
});
