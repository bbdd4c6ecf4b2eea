import { act, screen, waitFor, within } from '@testing-library/react';
import type { CarouselItem } from '@vitrine/contract/carousels';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLocale } from '../../platform/locale.tsx';
import { course, homeWith, openHome, row, rowNamed } from '../../test/home-page.tsx';
import { refusing, serve, settle, site, visit } from '../../test/school.tsx';
import { HomePage } from './home-page.tsx';

test('a student sees the carousels in their order, and a lock with its product', async () => {
  const locked = course(3, 'Longa exposição', { locked: true, products: ['Plano Estúdio'] });
  openHome({ carousels: [row(2, 'Segunda'), row(1, 'Primeira', { carousel_item: [locked] })] });
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
  openHome({ continue: [{ ...going, cover: null, percent: 40, seconds: 120 }] });
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
  openHome({ carousels: numbered(60) });
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
  openHome({ carousels: numbered(3, { carousel_item }) });
  await rowNamed('Fileira 1');
  expect(cardsOf(1)).toHaveLength(5);
  bringNear(numberedRow(3));
  await waitFor(() => expect(cardsOf(3)).toHaveLength(8));
  expect(cardsOf(2)).toHaveLength(0);
});

test('a school without carousels shows its courses', async () => {
  openHome({ courses: [course(1, 'Luz natural')] });
  expect(await rowNamed('Cursos')).toHaveTextContent('Luz natural');
  expect(screen.getByRole('link', { name: 'Começar agora' })).toHaveAttribute('href', '/courses/1');
});

test('a course without lessons is not the first to begin', async () => {
  const empty = course(1, 'Em breve');
  openHome({
    courses: [
      { ...empty, course: { ...empty.course!, lessons_count: 0 } },
      course(2, 'Luz natural'),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Luz natural', level: 1 })).toBeVisible();
});

test('the arrow keys walk from card to card', async () => {
  const { user } = openHome({ carousels: [row(1, 'Primeira')] });
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
          : { data: homeWith({ carousels: [row(1, 'Primeira')] }) },
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
    [home.show, () => (requestCount++ ? new Promise(() => {}) : { data: homeWith(shown) })],
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
          : { data: homeWith({ carousels: [row(1, 'Primeira')] }) },
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
  const { history } = openHome({ carousels: [row(2, 'Primeira'), hidden] }, { roles: ['owner'] });
  await rowNamed('Primeira');
  expect(screen.queryByText('Rascunho de Natal')).not.toBeInTheDocument();
  await act(async () => history.push('/homepage?editar=vitrine'));
  expect(await rowNamed('Rascunho de Natal')).toHaveTextContent('Não publicado');
});

test('a visitor’s locked card leads to sign in', async () => {
  const locked = {
    carousels: [row(1, 'Primeira', { carousel_item: [course(1, 'Luz', { locked: true })] })],
  };
  openHome(locked, { roles: [] });
  const card = within(await rowNamed('Primeira')).getByRole('link');
  expect(card).toHaveAttribute('href', '/entrar');
  expect(screen.queryByRole('button', { name: /Minha lista/ })).not.toBeInTheDocument();
});

test('a visitor is sent to the shop where the school has one', async () => {
  const settings = { ...site.settings, showcase_url_redirect: 'https://loja.example.com' };
  const locked = course(1, 'Luz', { locked: true });
  openHome(
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
  openHome({}, { roles: ['admin'] });
  expect(await screen.findByRole('link', { name: 'Importar curso' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Criar curso' })).toHaveAttribute(
    'href',
    '/gestao/cursos?novo',
  );
  openHome({}, { roles: ['student'] });
  expect(await screen.findByText('Seus cursos vão aparecer aqui')).toBeVisible();
});

test('a page that failed to load can be loaded again', async () => {
  let times = 0;
  serve([
    home.show,
    () =>
      times++
        ? { data: homeWith({ carousels: [row(1, 'Primeira')] }) }
        : refusing(500, 'Fora do ar.'),
  ]);
  const { user } = visit(<HomePage />, { roles: ['student'] });
  await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await rowNamed('Primeira')).toBeVisible();
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
  openHome({
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
  openHome({
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
  openHome({ carousels: [row(1, 'Todos', { carousel_item: [closed] })] });
  const hero = within(await screen.findByRole('region', { name: 'Luz natural' }));
  expect(hero.getByText('Disponível com Plano Estúdio')).toBeVisible();
  expect(hero.getByRole('link', { name: 'Como ter acesso' })).toBeVisible();
});
