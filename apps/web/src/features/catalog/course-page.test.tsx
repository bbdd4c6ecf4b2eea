import { screen, waitFor, within } from '@testing-library/react';
import { catalog, type Course, type LessonEntry } from '@vitrine/contract/catalog';
import { favorites } from '@vitrine/contract/favorites';
import { home } from '@vitrine/contract/home';
import type { Role } from '@vitrine/contract/roles';
import { expect, onTestFinished, test } from 'vitest';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { tenantId } from '../../platform/boot.ts';
import { viewer } from '../../platform/session.ts';
import { course, courseModule, lessonEntry } from '../../test/course.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import CoursePage from './course-page.tsx';

const lesson = (id: number, title: string, overrides: Partial<LessonEntry> = {}) =>
  lessonEntry(id, title, { kind: 'video', duration_seconds: 540, locked: true, ...overrides });

const lockedCourse = (overrides: Partial<Course> = {}) =>
  course({
    title: 'Longa exposição',
    locked: true,
    description: '<p>Água que vira <strong>névoa</strong></p>',
    upsell: {
      text: '',
      link: 'https://www.loja.com/estudio',
      button_text: 'Quero o Plano Estúdio',
      price_text: 'R$ 89 por mês\nou R$ 890 por ano',
      products: [{ id: 1, title: 'Estúdio' }],
    },
    offer: {
      price_text: '',
      button_text: '',
      button_url: null,
      learn: ['Escolher o tempo'],
      includes: ['8 fotos RAW'],
    },
    also: [{ id: 6, title: 'Mesa posta', cover: null, lessons: 14 }],
    product_ids: null,
    modules: [
      courseModule(1, 'O tempo', {
        lessons: [
          lesson(10, 'Boas-vindas'),
          lesson(11, 'Trinta segundos de água', { sample: 1, locked: false }),
        ],
      }),
    ],
    ...overrides,
  });

function open(shown: Course, roles: Role[] = ['student']) {
  const sent = serve([catalog.showCourse, () => ({ data: shown })], [favorites.list, () => []]);
  return { sent, ...visit(<CoursePage />, { at: '/courses/5', path: '/courses/:id', roles }) };
}

const title = () => screen.findByRole('heading', { level: 1, name: 'Longa exposição' });

test('a course without access shows its content, the reason and the price', async () => {
  open(lockedCourse());
  await title();
  expect(screen.getByText('névoa').tagName).toBe('STRONG');
  expect(document.body.textContent).not.toContain('<p>');
  expect(screen.getByText('Faz parte de Estúdio')).toBeVisible();
  expect(screen.getByText('Escolher o tempo')).toBeVisible();
  expect(screen.getByText('8 fotos RAW')).toBeVisible();
  const card = within(screen.getByRole('complementary', { name: 'Sobre o curso' }));
  expect(card.getByText('R$ 89 por mês')).toBeVisible();
  expect(card.getByText('A compra abre em loja.com.')).toBeVisible();
  expect(card.getByRole('link', { name: 'Quero o Plano Estúdio' })).toHaveAttribute(
    'href',
    'https://www.loja.com/estudio',
  );
  expect(card.getByRole('link', { name: /Mesa posta/ })).toHaveAttribute('href', '/courses/6');
});

test('its outline opens the sample lesson and no other', async () => {
  open(lockedCourse());
  await title();
  expect(screen.getByText('A aula 2 está aberta. As outras, com Estúdio.')).toBeVisible();
  const outline = within(screen.getByRole('region', { name: 'Aulas' }));
  expect(outline.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/curso/5/trinta-segundos-de-agua/11',
  ]);
  expect(outline.getByText('Boas-vindas')).toBeVisible();
});

test('a visitor’s page requests nothing that needs a session, and offers to sign in where nothing is sold', async () => {
  const { sent } = open(lockedCourse({ upsell: { ...lockedCourse().upsell!, link: null } }), []);
  await title();
  expect(sent.map(({ name }) => name)).toEqual(['catalog.showCourse']);
  expect(screen.queryByRole('button', { name: /Minha lista/ })).not.toBeInTheDocument();
  const card = within(screen.getByRole('complementary', { name: 'Sobre o curso' }));
  expect(card.getByRole('link', { name: 'Entrar' })).toHaveAttribute(
    'href',
    '/entrar?next=%2Fcourses%2F5',
  );
});

test('a student with access sees no offer; staff see drafts', async () => {
  const [module] = lockedCourse().modules;
  const open_ = { locked: false };
  open(
    lockedCourse({
      locked: false,
      upsell: null,
      also: [],
      published: 0,
      modules: [
        {
          ...module!,
          lessons: [
            lesson(10, 'Boas-vindas', { ...open_, published: 0 }),
            lesson(11, 'Água', open_),
          ],
        },
      ],
    }),
    ['owner'],
  );
  await title();
  expect(screen.queryByText('O que você vai aprender')).not.toBeInTheDocument();
  expect(screen.getAllByText('Rascunho')).toHaveLength(2);
  expect(screen.getByRole('link', { name: /Boas-vindas.*Rascunho/ })).toBeVisible();
});

test('a course that the server could not read says so, and does not blame the connection', async () => {
  serve([catalog.showCourse, () => refusing(500, 'Algo deu errado do nosso lado.')]);
  visit(<CoursePage />, { at: '/courses/5', path: '/courses/:id' });
  const error = await screen.findByRole('alert', {}, { timeout: 15_000 });
  expect(error).toHaveTextContent('O curso não carregou');
  expect(error).toHaveTextContent('Algo deu errado do nosso lado.');
  expect(error).not.toHaveTextContent('A conexão caiu');
}, 20_000);

test('a lesson that the viewer finished in another tab is finished here, and home is read again', async () => {
  const shown = lockedCourse({
    locked: false,
    modules: [
      courseModule(1, 'O tempo', {
        lessons: [
          lesson(10, 'Boas-vindas', { locked: false }),
          lesson(11, 'Água', { locked: false }),
        ],
      }),
    ],
  });
  const sent = serve(
    [catalog.showCourse, () => ({ data: shown })],
    [favorites.list, () => []],
    [home.show, () => ({ data: {} })],
  );
  const Home = () => {
    useContractQuery(home.show, {});
    return null;
  };
  visit(
    <>
      <CoursePage />
      <Home />
    </>,
    { at: '/courses/5', path: '/courses/:id', roles: ['student'] },
  );
  await title();
  const row = (name: string) =>
    screen.getByText(name, { selector: '.lesson-title *' }).closest('li');
  const tab = new BroadcastChannel(`vitrine-lessons-${tenantId()}`);
  onTestFinished(() => tab.close());
  const tell = (finished: boolean, memberId = viewer()!.id) =>
    tab.postMessage({
      memberId,
      message: { lesson: { id: 10, course: { id: 5 }, module: { id: 1 } }, finished },
    });
  const homeReads = () => sent.filter(({ name }) => name === 'home.show').length;
  expect(row('Boas-vindas')).not.toHaveTextContent('Concluída');
  const before = homeReads();

  tell(true, viewer()!.id + 1);
  tell(true);
  await waitFor(() => expect(row('Boas-vindas')).toHaveTextContent('Concluída'));
  await waitFor(() => expect(homeReads()).toBe(before + 1));
  expect(row('Água')).not.toHaveTextContent('Concluída');
  tell(false);
  await waitFor(() => expect(row('Boas-vindas')).not.toHaveTextContent('Concluída'));
});

test('a course without lessons says that they are on their way', async () => {
  open(lockedCourse({ locked: false, upsell: null, modules: [] }));
  await title();
  expect(screen.getByText('As aulas ainda estão a caminho')).toBeVisible();
});

test('a long description is folded until somebody opens it', async () => {
  const { user } = open(
    lockedCourse({ locked: false, upsell: null, description: 'Água. '.repeat(60) }),
  );
  await title();
  const more = screen.getByRole('button', { name: 'Ler mais' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Ler menos' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('a short description is not folded, and a locked course without a sample names its product', async () => {
  const closed = [courseModule(1, 'O tempo', { lessons: [lesson(10, 'Boas-vindas')] })];
  open(lockedCourse({ modules: closed }));
  await title();
  expect(screen.queryByRole('button', { name: 'Ler mais' })).toBeNull();
  expect(screen.getByText('As aulas abrem com Estúdio.')).toBeVisible();
});
