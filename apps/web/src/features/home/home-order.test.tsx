import { act, screen, waitFor, within } from '@testing-library/react';
import { carousels } from '@vitrine/contract/carousels';
import { expect, test } from 'vitest';
import { openHome, row, rowNamed } from '../../test/home-page.tsx';
import { refusing } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './carousel-order.tsx';

const three = [row(3, 'Três'), row(2, 'Duas'), row(1, 'Uma')];
const ordering = { at: '/homepage?ordenar', roles: ['moderator' as const] };
const titles = () => screen.getAllByText(/^(Uma|Duas|Três)$/).map(({ textContent }) => textContent);

async function moveFirstDown(user: ReturnType<typeof openHome>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Opções de Três' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para baixo' }));
  await waitFor(() => expect(titles()).toEqual(['Duas', 'Três', 'Uma']));
}

test('staff order the carousels, and the stored order is sent', async () => {
  const { user, sent, history } = openHome({ carousels: three }, ordering, [
    carousels.order,
    () => ['Ordem atualizada com sucesso.', 200, { data: [] }],
  ]);
  await moveFirstDown(user);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  const message = await screen.findByText('Ordem atualizada com sucesso.');
  // C section 9: messages of these screens stay 3 s.
  expect(message.closest('[style*="--undo-time"]')!.getAttribute('style')).toContain('3000ms');
  expect(sent.find(({ name }) => name === 'carousels.order')?.body).toEqual({
    newOrdenation: [1, 3, 2],
  });
  await waitFor(() => expect(history.location.search).toBe(''));
});

test.each([
  {
    what: 'a carousel that came meanwhile',
    now: [row(4, 'Nova'), ...three],
    refusal: refusing(409, 'A lista mudou enquanto você ordenava. Confira a ordem atual.', {
      code: 'stale_order',
    }),
    shown: ['Nova', 'Duas', 'Três', 'Uma'],
    sent: [1, 3, 2, 4],
  },
  {
    what: 'a carousel that was removed meanwhile',
    now: three.slice(0, 2),
    refusal: refusing(404, 'Não encontrado.'),
    shown: ['Duas', 'Três'],
    sent: [3, 2],
  },
])(
  'after $what, the order goes on with the list of now',
  async ({ now, refusal, shown, ...to }) => {
    const served = { carousels: three };
    const { user, sent, history } = openHome(served, ordering, [
      carousels.order,
      () => {
        if (served.carousels === now) return ['Ordem atualizada com sucesso.', 200, { data: [] }];
        served.carousels = now;
        return refusal;
      },
    ]);
    await moveFirstDown(user);
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    const names = () =>
      screen.getAllByText(/^(Uma|Duas|Três|Nova)$/).map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toEqual(shown));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(history.location.search).toBe(''));
    expect(sent.findLast(({ name }) => name === 'carousels.order')?.body).toEqual({
      newOrdenation: to.sent,
    });
  },
);

test('Cancelar leaves the order as it was, and leaving with changes asks', async () => {
  const { user, history } = openHome({ carousels: three }, ordering);
  await moveFirstDown(user);
  act(() => history.push('/favoritos'));
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await rowNamed('Três');
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Três',
    'Duas',
    'Uma',
  ]);
});

test('Salvar e sair sends the order and goes on', async () => {
  const { user, sent, history } = openHome({ carousels: three }, ordering, [
    carousels.order,
    () => ['Ordem atualizada com sucesso.', 200, { data: [] }],
  ]);
  await moveFirstDown(user);
  act(() => history.push('/favoritos'));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await waitFor(() => expect(history.location.pathname).toBe('/favoritos'));
  expect(sent.filter(({ name }) => name === 'carousels.order').map(({ body }) => body)).toEqual([
    { newOrdenation: [1, 3, 2] },
  ]);
});

test('an order that is being saved is not sent by Salvar e sair too', async () => {
  const answered = Promise.withResolvers<void>();
  const { user, sent, history } = openHome({ carousels: three }, ordering, [
    carousels.order,
    async () => {
      await answered.promise;
      return ['Ordem atualizada com sucesso.', 200, { data: [] }];
    },
  ]);
  await moveFirstDown(user);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => history.push('/favoritos'));
  await user.click(await screen.findByRole('button', { name: 'Salvar e sair' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  answered.resolve();
  await waitFor(() => expect(history.location.search).toBe(''));
  expect(history.location.pathname).toBe('/homepage');
  expect(sent.filter(({ name }) => name === 'carousels.order')).toHaveLength(1);
});

test('a student never gets the list to order', async () => {
  openHome({ carousels: three }, { at: '/homepage?ordenar', roles: ['student'] });
  await rowNamed('Três');
  expect(screen.queryByRole('button', { name: 'Salvar' })).not.toBeInTheDocument();
});

test('the list to order counts the cards of each carousel', async () => {
  openHome({ carousels: [row(1, 'Todos'), row(2, 'Vazio', { carousel_item: [] })] }, ordering);
  const list = within(await screen.findByRole('list', { name: 'Carrosséis' }));
  const [all, none] = list.getAllByRole('listitem');
  expect(all).toHaveTextContent('2 cards');
  expect(none).toHaveTextContent('Nenhum card');
});
