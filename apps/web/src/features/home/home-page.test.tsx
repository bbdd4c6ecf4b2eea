import { act, screen, waitFor, within } from '@testing-library/react';
import { carousels, type CarouselItem, type CarouselWithItems } from '@vitrine/contract/carousels';
import { favorites } from '@vitrine/contract/favorites';
import { home, type Home } from '@vitrine/contract/home';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { HeaderSlot } from '../../kit/page/header-slot.tsx';
import { startLocale } from '../../platform/locale.tsx';
import { refusing, serve, settle, site, visit } from '../../test/school.tsx';
// Imported here, so that no test waits for the lazy chunk.
import './carousel-order.tsx';
import { HomePage } from './home-page.tsx';

const course = (
  id: number,
  title: string,
  overrides: Partial<CarouselItem> = {},
): CarouselItem => ({
  id,
  title,
  carouselItemId: id,
  locked: false,
  cover: null,
  products: [],
  favorite: false,
  course: { id, title, lessons_count: 12, progress: 0 },
  ...overrides,
});

const row = (
  id: number,
  title: string,
  overrides: Partial<CarouselWithItems> = {},
): CarouselWithItems => ({
  id,
  tenant_id: 1,
  title,
  description: '',
  type: '1',
  type_content: '',
  custom: 1,
  carousel_type: 'Regular',
  card_type: 'vertical',
  published: 1,
  version: 1,
  content: [],
  font_title: 'Poppins',
  weight_title: 700,
  size_title: 22,
  font_description: 'Poppins',
  weight_description: 300,
  size_description: 18,
  cards_per_group: 0,
  cards_per_group_mobile: 0,
  autoplay: 0,
  autoplay_time: 4,
  carousel_item: [course(1, 'Luz natural'), course(2, 'Macro sem mistério')],
  ...overrides,
});

const page = (overrides: Partial<Home>): Home => ({
  banners: [],
  carousels: [],
  courses: [],
  continue: [],
  settings: {
    showcase: 0,
    showcase_url_redirect: null,
    show_blocked_content: 1,
    banner_custom_transition_type: 'normal',
    banner_custom_autoplay: 0,
    banner_custom_autoplay_time: 5,
  },
  ...overrides,
});

type FakeCalls = Parameters<typeof serve>;
type VisitOptions = Parameters<typeof visit>[1];

const open = (
  shown: Partial<Home>,
  as: VisitOptions = { roles: ['student'] },
  ...calls: FakeCalls
) => ({
  sent: serve([home.show, () => ({ data: page(shown) })], ...calls),
  ...visit(
    <>
      <HeaderSlot />
      <HomePage />
    </>,
    as,
  ),
});

const rowNamed = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test('a student sees the carousels in their order, and a lock with its product', async () => {
  const locked = course(3, 'Longa exposição', { locked: true, products: ['Plano Estúdio'] });
  open({ carousels: [row(2, 'Segunda'), row(1, 'Primeira', { carousel_item: [locked] })] });
  await rowNamed('Segunda');
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(['Segunda', 'Primeira']);
  const second = within(await rowNamed('Primeira'));
  const card = await second.findByRole('link', { name: /Longa exposição/ });
  expect(card).toHaveTextContent('Bloqueado: Plano Estúdio');
  expect(card).toHaveAttribute('href', '/courses/3');
});

test('a student in the middle of a lesson is offered to continue it', async () => {
  const going = { course_id: 1, module_id: 1, lesson_id: 9, title: 'Lendo o histograma' };
  open({ continue: [{ ...going, cover: null, percent: 40, seconds: 120 }] });
  expect(
    await screen.findByRole('heading', { name: 'Lendo o histograma', level: 1 }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continuar' })).toHaveAttribute(
    'href',
    '/curso/1/lendo-o-histograma/9',
  );
});

/** Returns a function that brings the marks within an element near the viewer. */
function watchMarks() {
  const marks = new Map<Element, () => void>();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly report: IntersectionObserverCallback;
      constructor(report: IntersectionObserverCallback) {
        this.report = report;
      }
      observe(element: Element) {
        const entry = { isIntersecting: true } as IntersectionObserverEntry;
        marks.set(element, () => this.report([entry], this as never));
      }
      disconnect() {}
    },
  );
  return (within: HTMLElement) => {
    const [mark] = [...marks.keys()].filter((element) => within.contains(element));
    act(() => marks.get(mark!)!());
  };
}

const numbered = (count: number, items = {}) =>
  Array.from({ length: count }, (_, place) => row(place + 1, `Fileira ${place + 1}`, items));
const numberedRow = (place: number) => screen.getByRole('region', { name: `Fileira ${place}` });
const cardsOf = (place: number) => within(numberedRow(place)).queryAllByRole('listitem');

test('of a thousand carousels, the far ones render their cards when they come near', async () => {
  const bringNear = watchMarks();
  open({ carousels: numbered(60) });
  await waitFor(() => expect(cardsOf(40)).not.toHaveLength(0));
  expect(cardsOf(41)).toHaveLength(0);
  bringNear(numberedRow(60));
  await waitFor(() => expect(cardsOf(60)).not.toHaveLength(0));
  expect(cardsOf(41)).toHaveLength(0);
});

test('while the browser is busy, the visible cards and rows render alone', async () => {
  const turns: (() => void)[] = [];
  onTestFinished(() => turns[0]?.()); // after the stubs are gone: the next test's rows wait for it
  vi.stubGlobal('requestIdleCallback', (turn: () => void) => turns.push(turn));
  const bringNear = watchMarks();
  const carousel_item = Array.from({ length: 8 }, (_, at) => course(at + 1, `Curso ${at + 1}`));
  open({ carousels: numbered(3, { carousel_item }) });
  await rowNamed('Fileira 1');
  expect(cardsOf(1)).toHaveLength(5);
  bringNear(numberedRow(3));
  await waitFor(() => expect(cardsOf(3)).toHaveLength(8));
  expect(cardsOf(2)).toHaveLength(0);
});

test('a school without carousels shows its courses', async () => {
  open({ courses: [course(1, 'Luz natural')] });
  expect(await rowNamed('Cursos')).toHaveTextContent('Luz natural');
  expect(screen.getByRole('link', { name: 'Começar agora' })).toHaveAttribute('href', '/courses/1');
});

test('a course without lessons is not the first to begin', async () => {
  const empty = course(1, 'Em breve');
  open({
    courses: [
      { ...empty, course: { ...empty.course!, lessons_count: 0 } },
      course(2, 'Luz natural'),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Luz natural', level: 1 })).toBeVisible();
});

test('the arrow keys walk from card to card', async () => {
  const { user } = open({ carousels: [row(1, 'Primeira')] });
  const cards = within(await rowNamed('Primeira')).getAllByRole('link');
  cards[0]!.focus();
  await user.keyboard('{ArrowRight}');
  expect(cards[1]).toHaveFocus();
  await user.keyboard('{Home}');
  expect(cards[0]).toHaveFocus();
});

test('the heart changes at once, and reverts when the save fails', async () => {
  let refuse = () => {};
  let requestCount = 0;
  serve(
    // Answers once: the rollback must not depend on a refetch.
    [
      home.show,
      () =>
        requestCount++
          ? new Promise(() => {})
          : { data: page({ carousels: [row(1, 'Primeira')] }) },
    ],
    [
      favorites.add,
      () => new Promise((done) => (refuse = () => done(refusing(500, 'Algo deu errado.')))),
    ],
  );
  const { user } = visit(<HomePage />, { roles: ['student'] });
  const heart = () => screen.getByRole('button', { name: 'Minha lista: Macro sem mistério' });
  await rowNamed('Primeira');
  await user.click(heart());
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'true'));
  refuse();
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  expect(heart()).toHaveAttribute('aria-pressed', 'false');
});

test('a heart marks its thing in every row, and no thing of another kind with its id', async () => {
  let requestCount = 0;
  const { course: _, ...base } = course(2, 'Sombra');
  const module = { id: 2, title: 'Sombra', course_id: 1, course_title: 'Luz', lessons_count: 3 };
  const shown = {
    courses: [course(2, 'Macro sem mistério')],
    carousels: [
      row(1, 'Primeira'),
      row(2, 'Segunda', { carousel_item: [{ ...base, module: { ...module, progress: 0 } }] }),
    ],
  };
  serve(
    [home.show, () => (requestCount++ ? new Promise(() => {}) : { data: page(shown) })],
    [favorites.add, () => new Promise(() => {})],
  );
  const { user } = visit(<HomePage />, { roles: ['student'] });
  await rowNamed('Primeira');
  const hearts = () => screen.getAllByRole('button', { name: 'Minha lista: Macro sem mistério' });
  expect(hearts()).toHaveLength(2);
  await user.click(hearts()[0]!);
  await waitFor(() => {
    for (const heart of hearts()) expect(heart).toHaveAttribute('aria-pressed', 'true');
  });
  const other = await screen.findByRole('button', { name: 'Minha lista: Sombra' });
  expect(other).toHaveAttribute('aria-pressed', 'false');
});

test('a heart without a connection puts no error over the page', async () => {
  let requestCount = 0;
  serve(
    [
      home.show,
      () =>
        requestCount++
          ? refusing(500, 'Algo deu errado.')
          : { data: page({ carousels: [row(1, 'Primeira')] }) },
    ],
    [favorites.add, () => refusing(500, 'Algo deu errado.')],
  );
  const { user } = visit(<HomePage />, { roles: ['student'] });
  await rowNamed('Primeira');
  await user.click(screen.getByRole('button', { name: 'Minha lista: Macro sem mistério' }));
  expect(await screen.findByText('Algo deu errado.')).toBeVisible();
  await waitFor(() => expect(requestCount).toBe(2));
  await settle();
  expect(screen.queryByText('A página não carregou')).not.toBeInTheDocument();
});

test('unpublished rows show to staff while they edit, named as such', async () => {
  const hidden = row(1, 'Rascunho de Natal', { published: 0 });
  const { history } = open({ carousels: [row(2, 'Primeira'), hidden] }, { roles: ['owner'] });
  await rowNamed('Primeira');
  expect(screen.queryByText('Rascunho de Natal')).not.toBeInTheDocument();
  await act(async () => history.push('/homepage?editar=vitrine'));
  expect(await rowNamed('Rascunho de Natal')).toHaveTextContent('Não publicado');
});

test('a visitor’s locked card leads to sign in', async () => {
  const locked = {
    carousels: [row(1, 'Primeira', { carousel_item: [course(1, 'Luz', { locked: true })] })],
  };
  open(locked, { roles: [] });
  const card = within(await rowNamed('Primeira')).getByRole('link');
  expect(card).toHaveAttribute('href', '/entrar');
  expect(screen.queryByRole('button', { name: /Minha lista/ })).not.toBeInTheDocument();
});

test('a visitor is sent to the shop where the school has one', async () => {
  const settings = { ...site.settings, showcase_url_redirect: 'https://loja.example.com' };
  const locked = course(1, 'Luz', { locked: true });
  open(
    { carousels: [row(1, 'Primeira', { carousel_item: [locked] })] },
    {
      roles: [],
      site: { ...site, settings },
    },
  );
  const card = within(await rowNamed('Primeira')).getByRole('link');
  expect(card).toHaveAttribute('href', 'https://loja.example.com');
});

test('without courses, an admin sees the next step, and a student a notice', async () => {
  open({}, { roles: ['admin'] });
  expect(await screen.findByRole('link', { name: 'Importar curso' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Criar curso' })).toHaveAttribute(
    'href',
    '/gestao/cursos?novo',
  );
  open({}, { roles: ['student'] });
  expect(await screen.findByText('Seus cursos vão aparecer aqui')).toBeVisible();
});

test('a page that failed to load can be loaded again', async () => {
  let times = 0;
  serve([
    home.show,
    () =>
      times++ ? { data: page({ carousels: [row(1, 'Primeira')] }) } : refusing(500, 'Fora do ar.'),
  ]);
  const { user } = visit(<HomePage />, { roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await rowNamed('Primeira')).toBeVisible();
});

const three = [row(3, 'Três'), row(2, 'Duas'), row(1, 'Uma')];
const ordering = { at: '/homepage?ordenar', roles: ['moderator' as const] };
const titles = () => screen.getAllByText(/^(Uma|Duas|Três)$/).map(({ textContent }) => textContent);

async function moveFirstDown(user: ReturnType<typeof visit>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Opções de Três' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para baixo' }));
  await waitFor(() => expect(titles()).toEqual(['Duas', 'Três', 'Uma']));
}

test('staff order the carousels, and the stored order is sent', async () => {
  const { user, sent, history } = open({ carousels: three }, ordering, [
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
    const { user, sent, history } = open(served, ordering, [
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
  const { user, history } = open({ carousels: three }, ordering);
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
  const { user, sent, history } = open({ carousels: three }, ordering, [
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
  const { user, sent, history } = open({ carousels: three }, ordering, [
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
  open({ carousels: three }, { at: '/homepage?ordenar', roles: ['student'] });
  await rowNamed('Três');
  expect(screen.queryByRole('button', { name: 'Salvar' })).not.toBeInTheDocument();
});

test('the time left of a lesson has a singular form, separate from the course’s name', async () => {
  const lesson = (id: number, seconds: number): CarouselItem => ({
    id,
    title: `Aula ${id}`,
    carouselItemId: id,
    locked: false,
    cover: null,
    products: [],
    favorite: false,
    class: {
      id,
      title: `Aula ${id}`,
      course_id: 1,
      course_title: 'Fotografia com luz natural e paciência',
      module_id: 1,
      duration_seconds: 600,
      seconds,
      progress: 50,
    } as never,
  });
  open({
    carousels: [
      row(1, 'Continuar', {
        type: '7',
        card_type: 'horizontal',
        carousel_item: [lesson(1, 540), lesson(2, 0)],
      }),
    ],
  });
  expect(await screen.findByText('resta 1 min')).toBeVisible();
  expect(screen.getByText('restam 10 min')).toBeVisible();
});

test('a system carousel has its title in the page’s language, as large as the others', async () => {
  open({
    carousels: [row(1, 'Em alta', { type: '8' }), row(2, 'Para começar')],
  });
  const own = await screen.findByRole('heading', { name: 'Para começar' });
  const system = screen.getByRole('heading', { name: 'Em alta' });
  expect(system.style.fontSize).toBe(own.style.fontSize);
  await act(() => startLocale('en'));
  expect(await screen.findByRole('heading', { name: 'Trending' })).toBeVisible();
  await act(() => startLocale('pt'));
});

test('a course that opens the page without being open says what it needs', async () => {
  const closed = course(1, 'Luz natural', { locked: true, products: ['Plano Estúdio'] });
  open({ carousels: [row(1, 'Todos', { carousel_item: [closed] })] });
  const hero = within(await screen.findByRole('region', { name: 'Luz natural' }));
  expect(hero.getByText('Disponível com Plano Estúdio')).toBeVisible();
  expect(hero.getByRole('link', { name: 'Como ter acesso' })).toBeVisible();
});

test('the list to order counts the cards of each carousel', async () => {
  open({ carousels: [row(1, 'Todos'), row(2, 'Vazio', { carousel_item: [] })] }, ordering);
  const list = within(await screen.findByRole('list', { name: 'Carrosséis' }));
  const [all, none] = list.getAllByRole('listitem');
  expect(all).toHaveTextContent('2 cards');
  expect(none).toHaveTextContent('Nenhum card');
});
