import { act, screen, waitFor, within } from '@testing-library/react';
import { carousels, type Carousel, type CarouselItem } from '@vitrine/contract/carousels';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { showcase } from '@vitrine/contract/showcase';
import { beforeEach, expect, test, vi } from 'vitest';
import { outlined } from '../../kit/preview/outlined.ts';
import { carousel } from '../../test/carousel.ts';
import { FakeStream, sendEvent } from '../../test/fake-stream.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import ShowcasePanel from './showcase-panel.tsx';

beforeEach(() => localStorage.clear());

/** In the stored order: the last one is shown first. */
const rows = (): Carousel[] => [
  carousel(1, { title: 'Em alta', type: '8', content: [] }),
  carousel(2, { title: 'Para começar', content: [11, 12] }),
  carousel(3, { title: 'Técnica', type: '2', type_content: 'getCourseModules', content: [11] }),
];

const open = (list: Carousel[], ...calls: Parameters<typeof serve>) => {
  const sent = serve(
    [carousels.list, () => list],
    [showcase.blocked, () => ({ show_blocked_content: 1 })],
    ...calls,
  );
  return { sent, ...visit(<ShowcasePanel />, { at: '/homepage?editar=vitrine' }) };
};

const bodyOf = (sent: ReturnType<typeof serve>, name: string) =>
  sent.findLast((call) => call.name === name)?.body;

const shown = () =>
  within(screen.getByRole('list', { name: 'Carrosséis' }))
    .getAllByRole('button', { expanded: false })
    .flatMap(({ textContent }) => textContent.match(/Em alta|Para começar|Técnica/) ?? []);

test('carousels stand as on the home page, and a move is saved in the stored order', async () => {
  const { user, sent } = open(rows(), [
    carousels.order,
    () => ['Ordem atualizada com sucesso.', 200, { data: [] }],
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Para começar' }));
  expect(shown()).toEqual(['Técnica', 'Para começar', 'Em alta']);
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o início' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'carousels.order')).toEqual({ newOrdenation: [1, 3, 2] }),
  );
});

test('the order of a colleague shows at once, and the next move starts from it', async () => {
  vi.stubGlobal('EventSource', FakeStream);
  const list = rows();
  const { user, sent } = open(list, [
    carousels.order,
    () => ['Ordem atualizada com sucesso.', 200, { data: [] }],
  ]);
  await screen.findByText('Técnica');
  expect(shown()).toEqual(['Técnica', 'Para começar', 'Em alta']);
  list.reverse();
  sendEvent('change', { domain: 'banners' });
  expect(shown()).toEqual(['Técnica', 'Para começar', 'Em alta']);
  sendEvent('change', { domain: 'carousels' });
  await waitFor(() => expect(shown()).toEqual(['Em alta', 'Para começar', 'Técnica']));
  await user.click(screen.getByRole('button', { name: 'Opções de Técnica' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o início' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'carousels.order')).toEqual({ newOrdenation: [2, 1, 3] }),
  );
});

test('a refused order goes back, with a message', async () => {
  const { user } = open(rows(), [carousels.order, () => refusing(503, 'Muitos pedidos.')]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Técnica' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para o fim' }));
  expect(await screen.findByText('Erro ao salvar a nova ordem dos carrosseis')).toBeVisible();
  await waitFor(() => expect(shown()).toEqual(['Técnica', 'Para começar', 'Em alta']));
});

test('a system carousel says that it cannot be edited, yet moves and is published', async () => {
  const { user } = open(rows());
  const lock = await screen.findByRole('button', {
    name: 'Carrossel do sistema: Em alta',
  });
  expect(lock).toHaveAttribute('aria-description', 'Item não editável');
  await user.click(screen.getByRole('button', { name: 'Opções de Em alta' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Despublicar',
    'Mover para cima',
    'Mover para baixo',
    'Mover para o início',
    'Mover para o fim',
  ]);
});

test('a URL opens a carousel of the school, and no system carousel', async () => {
  const [system, own] = rows() as [Carousel, Carousel];
  const { history } = open(rows(), [
    carousels.show,
    ({ params }) => ({
      data: { ...(params['id'] === '1' ? system : own), carousel_item: [] },
    }),
  ]);
  await screen.findByRole('button', { name: 'Opções de Para começar' });
  await act(async () => history.push('?editar=vitrine/2'));
  await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
  await act(async () => history.push('?editar=vitrine/1'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('an opened carousel is outlined on the page, until it is closed', async () => {
  const { user } = open(rows(), [
    carousels.show,
    () => ({ data: { ...rows()[1]!, carousel_item: [] } }),
  ]);
  const row = await screen.findByRole('button', { name: /Para começar.*cursos/ });
  await user.click(row);
  expect(outlined.get()).toEqual({ section: 'carrossel-2', name: 'Para começar', bring: true });
  await user.click(row);
  expect(outlined.get()).toBeNull();
});

test('an unpublished carousel has a label', async () => {
  const list = rows();
  const { user } = open(list, [
    carousels.publish,
    ({ body, params }) => {
      list[1] = { ...list[1]!, published: body.published ? 1 : 0 };
      return { data: { id: Number(params['id']), published: list[1].published } };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Para começar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Despublicar' }));
  expect(await screen.findByText('Não publicado')).toBeVisible();
});

test('a carousel is removed after a confirmation', async () => {
  const list = rows();
  const { user } = open(list, [
    carousels.remove,
    () => {
      list.splice(1, 1);
      return { message: 'Carrossel deletado com sucesso' };
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Para começar' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remover carrossel' });
  expect(dialog).toHaveTextContent('Deseja mesmo remover este carrossel?');
  await user.click(within(dialog).getByRole('button', { name: 'Remover' }));
  expect(await screen.findByText('Carrossel deletado com sucesso')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Para começar')).not.toBeInTheDocument());
});

test('a failed switch of blocked content reverts with the message of the specification', async () => {
  const { user, sent } = open(rows(), [showcase.showBlocked, () => refusing(500, 'Não deu.')]);
  const blocked = await screen.findByRole('switch', { name: 'Exibir conteúdo bloqueado' });
  await user.click(blocked);
  expect(
    await screen.findByText('Falha ao tentar Atualizar o status! tente novamente mais tarde'),
  ).toBeVisible();
  expect(blocked).toBeChecked();
  expect(bodyOf(sent, 'showcase.showBlocked')).toEqual({ show_all_content: false });
});

test('the tabs switch the system carousels of their content', async () => {
  const { user, sent } = open(
    rows(),
    [platformSettings.update, () => ({ message: 'Dados salvos com sucesso.', data: {} })],
    [showcase.publishMyList, () => ({ message: 'Dados salvos com sucesso.' })],
  );
  await user.click(await screen.findByRole('switch', { name: 'Continuar módulos' }));
  await user.click(screen.getByRole('tab', { name: 'Em alta' }));
  const trending = await screen.findByRole('switch', { name: 'Em alta' });
  expect(trending).toBeChecked();
  await user.click(trending);
  await user.click(screen.getByRole('tab', { name: 'Minha lista' }));
  await user.click(await screen.findByRole('switch', { name: 'Minha lista' }));
  await waitFor(() =>
    expect(sent.filter(({ body }) => body).map(({ body }) => body)).toEqual([
      { show_carrousel_continue_module: true },
      { show_carrousel_highlight: false },
      { mylist_status: true },
    ]),
  );
});

const course = (id: number, title: string, carouselItemId: number): CarouselItem => ({
  id,
  title,
  carouselItemId,
  locked: false,
  cover: null,
  products: [],
  favorite: false,
  course: { id, title, lessons_count: 3, progress: 0 },
});

test('the items of an opened carousel are put in another order', async () => {
  const { user, sent } = open(
    rows(),
    [
      carousels.show,
      () => ({
        data: { ...rows()[1]!, carousel_item: [course(11, 'Luz', 91), course(12, 'Cor', 92)] },
      }),
    ],
    [carousels.orderItems, () => ({ message: 'Ordem atualizada com sucesso.' })],
  );
  await user.click(await screen.findByRole('button', { name: /Para começar.*cursos/ }));
  await user.click(await screen.findByRole('button', { name: 'Opções de Cor' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'carousels.orderItems')).toEqual({ carousel_id: 2, order: [92, 91] }),
  );
  expect(await screen.findByText('Ordem atualizada com sucesso.')).toBeVisible();
});

test('a list that follows its source says why it has no manual order', async () => {
  const { user } = open(rows(), [
    carousels.show,
    () => ({ data: { ...rows()[2]!, carousel_item: [] } }),
  ]);
  await user.click(await screen.findByRole('button', { name: /Técnica.*Módulos/ }));
  expect(await screen.findByText('A ordem desta lista segue a dos módulos e aulas.')).toBeVisible();
});
