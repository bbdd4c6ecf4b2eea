import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { limits, search, type SearchCount, type SearchResult } from '@vitrine/contract/search';
import { expect, test, vi } from 'vitest';
import { writeLocal } from '../../platform/local-store.ts';
import { refusing, serve, visit } from '../../test/school.tsx';
import { SearchOverlay } from './search-overlay.tsx';
import SearchPage from './search-page.tsx';

const result = (overrides: Partial<SearchResult>): SearchResult => ({
  kind: 'course',
  id: 1,
  title: 'Fotografia noturna',
  excerpt: '',
  url: '/courses/1',
  photo_url: null,
  course_title: null,
  community_title: null,
  cover: null,
  course_id: 1,
  locked: false,
  products: [],
  as_typed: true,
  ...overrides,
});

const found = [
  result({}),
  result({ kind: 'lesson', id: 2, title: 'O céu', url: '/curso/1/o-ceu/2', excerpt: 'fotografar' }),
  result({ kind: 'person', id: 3, title: 'Fótima Reis', url: '' }),
];
const page = (data: SearchResult[], counts: SearchCount[] = countsOf(data)) => ({
  data,
  counts,
  current_page: 1,
  next_page_url: null,
});
const countsOf = (data: SearchResult[]): SearchCount[] =>
  [...new Set(data.map(({ kind }) => kind))].map((kind) => ({
    kind,
    count: data.filter((one) => one.kind === kind).length,
    more: false,
  }));

test('results come while typing, grouped, with the match marked; keys open them', async () => {
  serve([search.find, ({ query }) => page(query.get('q') === 'foto' ? found : [])]);
  let closed = false;
  const { user, history } = visit(<SearchOverlay open onClose={() => (closed = true)} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  const courses = within(await screen.findByRole('region', { name: 'Cursos' }));
  expect(courses.getByText('Fotografia').tagName).toBe('MARK');
  expect(within(screen.getByRole('region', { name: 'Pessoas' })).queryByRole('link')).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(history.location.pathname).toBe('/curso/1/o-ceu/2');
  expect(closed).toBe(true);
});

test('a screen reader hears how many there are, and the option that the keys chose', async () => {
  serve([search.find, ({ query }) => page(query.get('q') === 'foto' ? found : [])]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'foto');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3 resultados'));
  const courses = screen.getByRole('listbox', { name: 'Cursos' });
  const lessons = screen.getByRole('listbox', { name: 'Aulas' });
  expect(field.getAttribute('aria-controls')!.split(' ')).toEqual(
    expect.arrayContaining([courses.id, lessons.id]),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const option = within(lessons).getByRole('option', { name: 'O céu', selected: true });
  expect(option).toHaveAccessibleDescription('Aula');
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  expect(within(courses).getByRole('option', { selected: false })).toBeVisible();
  await user.type(field, 's');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nada encontrado'));
});

test('what lies between two found words is one text', async () => {
  const excerpt = 'Para a luz de quem chega, a luz de quem sai.';
  serve([search.find, () => page([result({ excerpt })])]);
  visit(<SearchPage />, { at: '/search?search=luz' });
  const [mark] = await screen.findAllByText('luz', { selector: 'mark' });
  const texts = [...mark!.parentElement!.childNodes].map(({ textContent }) => textContent);
  expect(texts).toEqual(['Para a ', 'luz', ' de quem chega, a ', 'luz', ' de quem sai.']);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 resultado'));
});

test('an address with a longer text than the search takes finds by its beginning', async () => {
  serve([
    search.find,
    ({ query }) =>
      query.get('q')!.length > limits.query ? refusing(422, 'Texto longo demais.') : page(found),
  ]);
  const { user } = visit(<SearchPage />, { at: `/search?search=${'a'.repeat(300)}` });
  expect(await screen.findByRole('link', { name: 'Fotografia noturna' })).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Buscar' });
  await user.type(field, 'b');
  expect(field).toHaveValue('a'.repeat(limits.query));
});

test('an Enter that ends a composition leaves the search open', async () => {
  serve([search.find, () => page(found)]);
  const onClose = vi.fn<() => void>();
  const { user } = visit(<SearchOverlay open onClose={onClose} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'foto');
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onClose).toHaveBeenCalledOnce();
});

test('staff find settings by the words of their names, and open them', async () => {
  serve([search.find, () => page([])]);
  const settings = [
    { id: 'a', title: 'Página de login', place: 'Editar site', url: '/homepage?editar=login' },
    { id: 'b', title: 'Links personalizados', place: 'Editar site', url: '/homepage?editar=links' },
  ];
  const { user, history, leave } = visit(
    <SearchOverlay open onClose={() => {}} settings={settings} />,
  );
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'pagina log');
  const found = within(await screen.findByRole('region', { name: 'Ajustes' }));
  expect(found.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Página de login',
  ]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(history.location.search).toBe('?editar=login');
  leave();
  visit(<SearchPage settings={settings} />, { at: '/search?search=links' });
  const list = within(await screen.findByRole('list', { name: 'Ajustes' }));
  expect(list.getByRole('link', { name: 'Links personalizados' })).toBeVisible();
  expect(screen.queryByText('Nada encontrado para links.')).not.toBeInTheDocument();
});

test('a locked result names its product', async () => {
  serve([search.find, () => page([result({ locked: true, products: ['Plano Estúdio'] })])]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  expect(await screen.findByText('Plano Estúdio')).toBeVisible();
  const option = screen.getByRole('option', { name: 'Fotografia noturna' });
  expect(option).toHaveAccessibleDescription(/bloqueado ?Plano Estúdio/);
  // A list of options may hold no image.
  expect(within(screen.getByRole('listbox')).queryByRole('img')).toBeNull();
});

test('a result of a typo says so, and an exact result does not', async () => {
  const similarResults = [result({ as_typed: false }), result({ id: 2, as_typed: false })];
  serve([
    search.find,
    ({ query }) => page(query.get('q') === 'fotogrfia' ? similarResults : found),
  ]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'fotogrfia');
  const note = 'Nada com “fotogrfia” exatamente assim. Isto é o que mais se parece.';
  expect(await screen.findByText(note)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'foto');
  await waitFor(() => expect(screen.queryByText(/Isto é o que mais/)).not.toBeInTheDocument());
});

test('filters carry their counts, and a group leads to all of its kind', async () => {
  const lessons = [2, 3, 4, 5, 6].map((id) =>
    result({ kind: 'lesson', id, title: `Foto ${id}`, url: `/curso/1/a/${id}` }),
  );
  const counts: SearchCount[] = [
    { kind: 'course', count: 1, more: false },
    { kind: 'lesson', count: 5, more: false },
    { kind: 'post', count: 50, more: true },
  ];
  serve([
    search.find,
    ({ query }) =>
      query.get('kind') ? page(lessons) : page([result({}), ...lessons.slice(0, 4)], counts),
  ]);
  const { user, history } = visit(<SearchOverlay open onClose={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'foto');
  await screen.findByRole('tab', { name: 'Tudo 56+' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Tudo56+',
    'Cursos1',
    'Aulas5',
    'Publicações50+',
  ]);
  expect(screen.getByRole('link', { name: 'Ver todos os 56+' })).toBeVisible();
  // A group that shows all that there is leads nowhere.
  expect(screen.queryByRole('button', { name: /Ver os? .*Cursos/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ver as 5 Aulas' }));
  expect(await screen.findByText('6')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Ver/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Cursos' })).not.toBeInTheDocument();
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(history.location.search).toBe('?search=foto&tipo=lesson');
});

test('Tab goes from the field to the filters, and arrows choose one', async () => {
  serve([search.find, () => page(found)]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await screen.findByRole('tab', { name: 'Tudo 3' });
  await user.tab();
  expect(screen.getByRole('tab', { name: 'Tudo 3' })).toHaveFocus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tab', { name: 'Cursos 1' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('region', { name: 'Pessoas' })).not.toBeInTheDocument();
});

test('a filter without results any more stays, and says so', async () => {
  serve([
    search.find,
    ({ query }) =>
      page(
        (query.get('q') === 'foto' ? found : found.slice(0, 1)).filter(
          ({ kind }) => (query.get('kind') ?? kind) === kind,
        ),
      ),
  ]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'foto');
  await user.click(await screen.findByRole('tab', { name: 'Pessoas 1' }));
  await user.type(field, 's');
  expect(await screen.findByText('Nada encontrado para fotos.')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Tudo 1' }));
  expect(await screen.findByRole('region', { name: 'Cursos' })).toBeVisible();
});

test('a failure shows a message, and can be tried again', async () => {
  let fails = true;
  serve([search.find, () => (fails ? refusing(503, 'Estamos com muitos pedidos.') : page(found))]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'luz');
  expect(await screen.findByText('A busca não funcionou', {}, { timeout: 10_000 })).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('region', { name: 'Cursos' })).toBeVisible();
});

test('clearing the field shows the last opened results', async () => {
  localStorage.clear();
  serve([search.find, () => page(found)]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  expect(screen.queryByRole('button', { name: 'Limpar' })).not.toBeInTheDocument();
  await user.type(field, 'foto');
  await user.click(await screen.findByRole('tab', { name: 'Pessoas 1' }));
  await user.click(screen.getByRole('button', { name: 'Limpar' }));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('');
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  // The next search begins with all kinds.
  await user.type(field, 'foto');
  expect(await screen.findByRole('tab', { name: 'Tudo 3' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('the row that the keys chose comes into view', async () => {
  serve([search.find, () => page(found)]);
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  const second = (await screen.findByText('O céu')).closest('li');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(shown.mock.contexts.at(-1)).toBe(second);
});

test('before the first search it explains what can be found', () => {
  localStorage.clear();
  serve();
  visit(<SearchOverlay open onClose={() => {}} />);
  expect(screen.getByText(/Busque cursos, módulos, aulas/)).toBeVisible();
});

test('Enter without a choice leads to all results', async () => {
  serve([search.find, () => page(found)]);
  const { user, history } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'luz & sombra{Enter}');
  expect(history.location.pathname + history.location.search).toBe(
    '/search?search=luz%20%26%20sombra',
  );
});

test('the button beside the text leads there too, even if the keys chose a row', async () => {
  serve([search.find, () => page(found)]);
  const { user, history } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await screen.findByRole('region', { name: 'Cursos' });
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('button', { name: 'Buscar' }));
  expect(history.location.pathname + history.location.search).toBe('/search?search=foto');
});

test('the page searches for the words of its URL, and by kind', async () => {
  const queries: string[] = [];
  serve([
    search.find,
    ({ query }) => {
      queries.push(query.toString());
      return page(query.get('kind') === 'lesson' ? [found[1]!] : found);
    },
  ]);
  const { user } = visit(<SearchPage />, { at: '/search?search=foto' });
  expect(await screen.findByRole('link', { name: 'Fotografia noturna' })).toHaveAttribute(
    'href',
    '/courses/1',
  );
  await user.click(screen.getByRole('tab', { name: 'Aulas 1' }));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Fotografia noturna' })).not.toBeInTheDocument(),
  );
  expect(queries.some((one) => one.includes('kind=lesson'))).toBe(true);
  // The other filters keep their counts.
  expect(await screen.findByRole('tab', { name: 'Tudo 3' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Pessoas 1' })).toBeVisible();
});

test('the overlay leads to all results where it shows some of them', async () => {
  serve([
    search.find,
    ({ query }) =>
      query.get('q') === 'foto'
        ? page(found, [
            { kind: 'course', count: 12, more: false },
            { kind: 'lesson', count: 1, more: false },
          ])
        : page(found),
  ]);
  const onClose = vi.fn<() => void>();
  const { user, history } = visit(<SearchOverlay open onClose={onClose} />);
  const field = screen.getByRole('combobox', { name: 'Buscar' });
  await user.type(field, 'fot');
  expect(await screen.findByRole('region', { name: 'Cursos' })).toBeVisible();
  // All of them are here.
  expect(screen.queryByRole('link', { name: /^Ver / })).toBeNull();
  await user.type(field, 'o');
  await user.click(await screen.findByRole('link', { name: 'Ver todos os 13' }));
  expect(history.location.pathname + history.location.search).toBe('/search?search=foto');
  expect(onClose).toHaveBeenCalledOnce();
  // The search is among the recent ones.
  expect(screen.getByRole('button', { name: 'foto' })).toBeVisible();
});

test('the link to all results keeps the chosen kind', async () => {
  serve([
    search.find,
    ({ query }) =>
      page(
        found.filter(({ kind }) => (query.get('kind') ?? kind) === kind),
        [{ kind: 'course', count: 12, more: false }],
      ),
  ]);
  const { user } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await user.click(await screen.findByRole('tab', { name: /Cursos/ }));
  expect(await screen.findByRole('link', { name: 'Ver os 12' })).toHaveAttribute(
    'href',
    '/search?search=foto&tipo=course',
  );
});

test('no result and a failure have messages', async () => {
  serve([search.find, () => page([])]);
  const { leave } = visit(<SearchPage />, { at: '/search?search=xyz' });
  expect(await screen.findByText('Nada encontrado para xyz.')).toBeVisible();
  leave();
  serve([search.find, () => refusing(503, 'Estamos com muitos pedidos.')]);
  visit(<SearchPage />, { at: '/search?search=abc' });
  expect(await screen.findByText('A busca não funcionou', {}, { timeout: 10_000 })).toBeVisible();
});

test('the last opened results show before typing, and can be cleared', async () => {
  serve([search.find, () => page(found)]);
  const { user, leave } = visit(<SearchOverlay open onClose={() => {}} />);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await user.click(await screen.findByRole('option', { name: 'O céu' }));
  leave();
  const again = visit(<SearchOverlay open onClose={() => {}} />);
  const opened = within(screen.getByRole('region', { name: 'Abertos por último' }));
  expect(opened.getByRole('option', { name: 'O céu' })).toHaveAttribute('href', '/curso/1/o-ceu/2');
  expect(opened.queryByText('fotografar')).toBeNull();
  await again.user.keyboard('{ArrowDown}{Enter}');
  expect(again.history.location.pathname).toBe('/curso/1/o-ceu/2');
  await again.user.click(screen.getByRole('button', { name: 'Apagar Abertos por último' }));
  expect(screen.queryByRole('region', { name: 'Abertos por último' })).toBeNull();
  // The button went with its list.
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveFocus();
  // A recent search is asked again by a press, and forgotten on its own.
  const recent = within(screen.getByRole('region', { name: 'Buscas recentes' }));
  await again.user.click(recent.getByRole('button', { name: 'foto' }));
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveValue('foto');
  expect(await screen.findByRole('option', { name: 'O céu' })).toBeVisible();
  await again.user.click(screen.getByRole('button', { name: 'Apagar Buscas recentes' }));
  expect(screen.getByRole('combobox', { name: 'Buscar' })).toHaveFocus();
  again.leave();
  visit(<SearchOverlay open onClose={() => {}} />);
  expect(screen.queryByRole('region')).toBeNull();
});

test('nobody sees what another person searched for in this browser', async () => {
  localStorage.clear();
  serve([search.find, () => page(found)]);
  const rosa = visit(<SearchOverlay open onClose={() => {}} />, { id: 7 });
  await rosa.user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await rosa.user.click(await screen.findByRole('option', { name: 'O céu' }));
  rosa.leave();
  const ivo = visit(<SearchOverlay open onClose={() => {}} />, { id: 8 });
  expect(screen.queryByRole('region')).toBeNull();
  ivo.leave();
  visit(<SearchOverlay open onClose={() => {}} />, { id: 7 });
  expect(screen.getByRole('option', { name: 'O céu' })).toBeVisible();
});

test.each(['fotogrfia', 'fotogrofia', 'fottografia'])('marks what %s meant', async (typo) => {
  serve([search.find, () => page([found[0]!])]);
  visit(<SearchPage />, { at: `/search?search=${typo}` });
  expect((await screen.findByText('Fotografia')).tagName).toBe('MARK');
  expect(screen.queryAllByText('noturna', { selector: 'mark' })).toHaveLength(0);
});

test('typing on after a pause keeps the search open', async () => {
  serve([search.find, () => page(found)]);
  const { user, history } = visit(<SearchPage />, { at: '/search' });
  const box = screen.getByRole('searchbox', { name: 'Buscar' });
  await user.type(box, 'foto');
  await waitFor(() => expect(history.location.search).toBe('?search=foto'));
  expect(box).toHaveFocus();
  await user.keyboard('grafia');
  await waitFor(() => expect(history.location.search).toBe('?search=fotografia'));
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toBe(box);
  expect(box).toHaveValue('fotografia');
  await act(async () => history.push('/search?search=luz'));
  await waitFor(() => expect(box).toHaveValue('luz'));
});

test('what another tab has searched for stays, and what it has cleared does not come back', async () => {
  localStorage.clear();
  serve([search.find, () => page(found)]);
  const { user, leave } = visit(<SearchOverlay open onClose={() => {}} />);
  const searches = (list: string[] | null) => {
    writeLocal('recent-searches', list);
    fireEvent(window, new Event('storage'));
  };
  searches(['retrato']);
  expect(screen.getByRole('button', { name: 'retrato' })).toBeVisible();
  // Storage that no event has told yet.
  writeLocal('recent-searches', ['lua']);
  await user.type(screen.getByRole('combobox', { name: 'Buscar' }), 'foto');
  await user.click(await screen.findByRole('option', { name: 'O céu' }));
  leave();
  visit(<SearchOverlay open onClose={() => {}} />);
  const recent = within(screen.getByRole('region', { name: 'Buscas recentes' }));
  for (const name of ['foto', 'lua']) expect(recent.getByRole('button', { name })).toBeVisible();
  expect(recent.queryByRole('button', { name: 'retrato' })).toBeNull();
});

test('a cleared search box keeps the focus, though its button goes', async () => {
  serve([search.find, () => page(found)]);
  const { user } = visit(<SearchPage />, { at: '/search?search=foto' });
  const box = screen.getByRole('searchbox', { name: 'Buscar' });
  await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
});
