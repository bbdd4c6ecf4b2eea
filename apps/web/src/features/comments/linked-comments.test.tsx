import { screen, waitFor } from '@testing-library/react';
import { comments } from '@vitrine/contract/comments';
import { beforeEach, expect, test } from 'vitest';
import { comment, openComments, reply } from '../../test/lesson-comments.tsx';
import { settle } from '../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a linked comment comes first, open and in view, however old it is', async () => {
  const seen: Element[] = [];
  HTMLElement.prototype.scrollIntoView = function scrolled() {
    seen.push(this);
  };
  const replies = [31, 32, 33].map((id) => reply(id, `Resposta ${id}`, { parent_id: 30 }));
  openComments(
    [comment(40, 'Nova'), comment(39, 'Menos nova')],
    { as: { at: '/curso/1/luz/6?comentario=33' } },
    [comments.show, ({ params }) => ({ data: comment(30, `Antiga ${params['id']}`, { replies }) })],
  );
  const linked = await screen.findByText('Resposta 33');
  const all = screen.getAllByRole('article');
  expect(all[0]).toHaveTextContent('Antiga 33');
  expect(all.map(({ textContent }) => textContent).join()).toMatch(/Antiga.*Nova.*Menos nova/);
  await waitFor(() => expect(seen).toEqual([linked.closest('article')]));
  expect(linked.closest('article')).toHaveFocus();
});

test('a link to a comment of another lesson shows none of it here', async () => {
  const away = comment(33, 'De outra aula', { lesson_id: 9 });
  const { sent } = openComments(
    [comment(40, 'Daqui')],
    { as: { at: '/curso/1/luz/6?comentario=33' } },
    [comments.show, () => ({ data: away })],
  );
  expect(await screen.findByText('Daqui')).toBeVisible();
  await waitFor(() => expect(sent.map(({ name }) => name)).toContain('comments.show'));
  await settle();
  expect(screen.queryByText('De outra aula')).toBeNull();
});

test('a linked reply past the twentieth shows in view, after the button for earlier ones, and stays when they load', async () => {
  const seen: Element[] = [];
  HTMLElement.prototype.scrollIntoView = function scrolled() {
    seen.push(this);
  };
  const all = Array.from({ length: 44 }, (_, at) =>
    reply(31 + at, `Resposta ${31 + at}`, { parent_id: 30 }),
  );
  const data = comment(30, 'Antiga', {
    replies_count: 44,
    replies: [...all.slice(0, 20), all[43]!],
  });
  const { user } = openComments(
    [],
    { as: { at: '/curso/1/luz/6?comentario=74' } },
    [comments.show, () => ({ data })],
    [
      comments.list,
      ({ query }) => {
        if (!query.get('parent_id'))
          return { data: [], current_page: 1, next_page_url: null, total: 45, open: true };
        const page = Number(query.get('page') ?? 1);
        return {
          data: all.slice(20 * (page - 1), 20 * page),
          current_page: page,
          next_page_url: page < 3 ? '/next' : null,
          total: 45,
          open: true,
        };
      },
    ],
  );
  const linked = (await screen.findByText('Resposta 74')).closest('article')!;
  await waitFor(() => expect(seen).toEqual([linked]));
  const more = await screen.findByRole('button', { name: 'Ver mais respostas' });
  expect(more.compareDocumentPosition(linked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(more);
  expect(await screen.findByText('Resposta 60')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver mais respostas' }));
  expect(await screen.findByText('Resposta 73')).toBeVisible();
  expect(screen.getAllByText('Resposta 74')).toHaveLength(1);
  // The same element is still in the document, so the page did not jump.
  expect(linked).toBeInTheDocument();
  expect(seen).toEqual([linked]);
});
