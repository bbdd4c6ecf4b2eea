import { screen, waitFor, within } from '@testing-library/react';
import { comments } from '@vitrine/contract/comments';
import { beforeEach, expect, test, vi } from 'vitest';
import { ana, comment, me, openComments, reply } from '../../test/lesson-comments.tsx';
import { refusing } from '../../test/school.tsx';

beforeEach(() => localStorage.clear());

test('a lesson without comments invites the student to comment', async () => {
  openComments([]);
  expect(await screen.findByText('Ninguém comentou ainda')).toBeVisible();
});

test('a page of comments that does not load keeps the others and the field', async () => {
  const { user } = openComments([], {}, [
    comments.list,
    ({ query }) =>
      query.get('page') === '2'
        ? refusing(500, 'Erro')
        : {
            data: [comment(1, 'Que lente?')],
            current_page: 1,
            next_page_url: '/2',
            total: 60,
            open: true,
          },
  ]);
  const field = await screen.findByRole('textbox', { name: 'Pergunte ou conte como foi' });
  await user.type(field, 'E que filme?');
  await user.click(screen.getByRole('button', { name: 'Ver mais comentários' }));
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  expect(screen.getByRole('article', { name: 'Comentário de Rosa Lemos' })).toBeVisible();
  expect(field).toHaveValue('E que filme?');
  expect(field).toBeVisible();
});

test('replies fold when there are many, and unfold', async () => {
  const replies = ['Sim.', 'Não.', 'Talvez.'].map((text, index) => reply(index + 2, text));
  const { user } = openComments([comment(1, 'Que lente?', { replies })]);
  const fold = await screen.findByRole('button', { name: 'Ver 3 respostas' });
  expect(screen.queryByText('Talvez.')).not.toBeInTheDocument();
  await user.click(fold);
  expect(screen.getByText('Talvez.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Recolher respostas' }));
  expect(screen.queryByText('Talvez.')).not.toBeInTheDocument();
});

test('the menu of a comment is opened by the keyboard, and gives the focus back', async () => {
  const { user } = openComments([comment(1, 'A de 500 mm', { author: me })]);
  const name = 'Opções do comentário de Olívia Dona';
  (await screen.findByRole('button', { name })).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Editar' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name })).toHaveFocus();
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Excluir comentário' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
});

test('staff may remove others’ comments, and have a badge', async () => {
  openComments([comment(1, 'Propaganda'), comment(2, 'Bem-vindos', { author: ana })], {
    role: 'moderator',
  });
  expect(
    await screen.findByRole('button', { name: 'Opções do comentário de Rosa Lemos' }),
  ).toBeVisible();
  const article = screen.getByRole('article', { name: 'Comentário de Ana Beltrão' });
  expect(within(article).getByText('Equipe')).toBeVisible();
});

test('a time in a comment seeks the video', async () => {
  const { user, sought } = openComments([comment(1, 'Aqui', { seconds: 571 })]);
  await user.click(await screen.findByRole('button', { name: 'Ir para 9:31 no vídeo' }));
  expect(sought).toEqual([571]);
});

test('closed comments can be read, and say that they are closed', async () => {
  openComments([comment(1, 'Que lente?', { author: me })], { open: false });
  expect(await screen.findByText('Os comentários estão fechados.')).toBeVisible();
  expect(screen.getByText('Que lente?')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Responder' })).not.toBeInTheDocument();
});

test('a removed comment with replies leaves a placeholder', async () => {
  const gone = comment(1, '', { removed: true, author: null, replies: [reply(2, 'Sim.')] });
  openComments([gone]);
  expect(await screen.findByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.getByText('Sim.')).toBeVisible();
});

test('comments that do not load offer another try', async () => {
  let tries = 0;
  const { user } = openComments([], {}, [
    comments.list,
    () => {
      tries += 1;
      return tries === 1
        ? refusing(404, 'Não encontramos')
        : { data: [], current_page: 1, next_page_url: null, total: 0, open: true };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Ninguém comentou ainda')).toBeVisible();
});

test('a page of replies that does not load keeps the others', async () => {
  const replies = Array.from({ length: 45 }, (_, index) => reply(index + 2, `Resposta ${index}`));
  const thread = comment(1, 'Que lente?', { replies: replies.slice(0, 3), replies_count: 45 });
  const { user } = openComments([], {}, [
    comments.list,
    ({ query }) => {
      const data = query.has('parent_id') ? replies.slice(0, 20) : [thread];
      if (query.get('page') === '2') return refusing(500, 'Erro');
      return { data, current_page: 1, next_page_url: '/2', total: 46, open: true };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Ver 45 respostas' }));
  expect(await screen.findByText('Resposta 19')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver mais respostas' }));
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  expect(screen.getByText('Resposta 19')).toBeVisible();
});

test('a long comment shows its beginning, and the rest on request', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.textContent.includes('longo') ? 900 : 60;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(192);
  const { user } = openComments([comment(1, '<p>longo</p>'), comment(2, '<p>curto</p>')]);
  const long = within(await screen.findByText('longo').then((text) => text.closest('article')!));
  const more = long.getByRole('button', { name: 'Ver mais' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getAllByRole('button', { name: 'Ver mais' })).toHaveLength(1);
  await user.click(more);
  await user.click(long.getByRole('button', { name: 'Ver menos' }));
  expect(long.getByRole('button', { name: 'Ver mais' })).toBeVisible();
  vi.restoreAllMocks();
});

test('a comment of somebody who has left has a name, and a removed one has no actions', async () => {
  openComments([
    comment(1, 'Vento atrapalha?', { author: null }),
    comment(2, '', { removed: true }),
  ]);
  const left = await screen.findByRole('article', { name: 'Comentário de Membro removido' });
  expect(within(left).getByText('Vento atrapalha?')).toBeVisible();
  expect(screen.getByText('Este comentário foi removido.')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});
