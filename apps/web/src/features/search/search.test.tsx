import { search, type SearchResult } from '@vitrine/contract/search';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { SearchOverlay } from './search-overlay.tsx';
import SearchPage from './search-page.tsx';

const result = (more: Partial<SearchResult>): SearchResult => ({
  kind: 'course',
  id: 1,
  title: 'Fotografia noturna',
  excerpt: '',
  url: '/courses/1',
  photo_url: null,
  course_title: null,
  community_title: null,
  locked: false,
  ...more,
});

const found = [
  result({}),
  result({ kind: 'lesson', id: 2, title: 'O céu', url: '/curso/1/o-ceu/2', excerpt: 'fotografar' }),
  result({ kind: 'person', id: 3, title: 'Fótima Reis', url: '' }),
];
const page = (data: SearchResult[]) => ({ data, current_page: 1, next_page_url: null });

test('results come while typing, grouped, with the match marked; keys open them', async () => {
  serve([search.find, ({ query }) => page(query.get('q') === 'foto' ? found : [])]);
  let closed = false;
  const { user, router } = visit(<SearchOverlay open onClose={() => (closed = true)} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  const courses = within(await screen.findByRole('region', { name: 'Cursos' }));
  expect(courses.getByText('Fotografia').tagName).toBe('MARK');
  expect(within(screen.getByRole('region', { name: 'Pessoas' })).queryByRole('link')).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe('/curso/1/o-ceu/2');
  expect(closed).toBe(true);
});

test('Enter without a choice leads to all results', async () => {
  serve([search.find, () => page(found)]);
  const { user, router } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'luz & sombra{Enter}');
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/search?search=luz%20%26%20sombra',
  );
});

test('the page asks for the words of its address, and by kind', async () => {
  const asked: string[] = [];
  serve([
    search.find,
    ({ query }) => {
      asked.push(query.toString());
      return page(query.get('kind') === 'lesson' ? [found[1]!] : found);
    },
  ]);
  const { user } = visit(<SearchPage />, { at: '/search?search=foto' });
  expect(await screen.findByRole('link', { name: 'Fotografia noturna' })).toHaveAttribute(
    'href',
    '/courses/1',
  );
  await user.click(screen.getByRole('tab', { name: 'Aulas' }));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Fotografia noturna' })).not.toBeInTheDocument(),
  );
  expect(asked.at(-1)).toContain('kind=lesson');
});

test('nothing found, and a failure, are said', async () => {
  serve([search.find, () => page([])]);
  const { leave } = visit(<SearchPage />, { at: '/search?search=xyz' });
  expect(await screen.findByText('Nada encontrado para xyz.')).toBeVisible();
  leave();
  serve([search.find, () => refusing(503, 'Estamos com muitos pedidos.')]);
  visit(<SearchPage />, { at: '/search?search=abc' });
  expect(await screen.findByText('A busca não funcionou', {}, { timeout: 10_000 })).toBeVisible();
});
