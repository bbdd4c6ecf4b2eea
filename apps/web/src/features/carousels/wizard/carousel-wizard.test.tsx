import { screen, waitFor, within } from '@testing-library/react';
import { carousels, type CarouselWithItems } from '@vitrine/contract/carousels';
import { catalog } from '@vitrine/contract/catalog';
import { beforeEach, expect, test, vi } from 'vitest';
import { carousel } from '../../../test/carousel.ts';
import { course, courseModule } from '../../../test/course.ts';
import { refusing, serve, settle, visit } from '../../../test/school.tsx';
import { toast } from '../../../ui/toast.ts';
import CarouselWizard from './carousel-wizard.tsx';

beforeEach(() => localStorage.clear());

const courseOf = (id: number, title: string) =>
  course({
    id,
    title,
    modules: [1, 2].map((nth) => courseModule(id * 10 + nth, `${title} ${nth}`, { course_id: id })),
  });
const school = [courseOf(1, 'Luz'), courseOf(2, 'Cor')];

const answers = (): Parameters<typeof serve> => [
  [catalog.coursesToPick, () => school.map(({ id, title }) => ({ id, title }))],
  [
    catalog.modulesToPick,
    () =>
      school.flatMap(({ modules }) =>
        modules.map(({ id, title, course_id }) => ({ id, title, course_id })),
      ),
  ],
  [
    catalog.listCourses,
    ({ query }) => ({
      data: school
        .filter(({ title }) => title.includes(query.get('search') ?? ''))
        .map(({ id, title }) => ({
          id,
          title,
          cover: null,
          product_ids: [],
          modules_count: 2,
          lessons_count: 0,
        })),
      current_page: 1,
      next_page_url: null,
    }),
  ],
  [
    catalog.showCourse,
    ({ params }) => ({ data: school.find(({ id }) => String(id) === params['id']) }),
  ],
];

function open(id: number | null, ...calls: Parameters<typeof serve>) {
  const onClose = vi.fn<() => void>();
  const sent = serve(...calls, ...answers());
  return { sent, onClose, ...visit(<CarouselWizard id={id} onClose={onClose} />) };
}

const saved = [
  'Carrossel criado com sucesso!',
  201,
  { data: { id: 9, type: '1', card_type: 'horizontal' } },
];
const next = () => screen.getByRole('button', { name: 'Próximo' });
const chosen = () =>
  within(screen.getByRole('list', { name: 'Neste carrossel' }))
    .getAllByRole('button', { name: /^Remover / })
    .map((button) => button.getAttribute('aria-label')!.replace('Remover ', ''));
const bodyOf = (sent: ReturnType<typeof serve>, name: string) =>
  sent.findLast((call) => call.name === name)?.body;

test('continuing without a title shows an error at the field and a toast', async () => {
  const { user } = open(null);
  await user.click(next());
  expect(await screen.findByText('Campo obrigatório')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveFocus();
  expect(await screen.findByText('O carrossel não pode ser criado sem título!')).toBeVisible();
  expect(screen.getByRole('button', { name: /Dados do carrossel com erro/ })).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Abc');
  await waitFor(() => expect(screen.queryByText('Campo obrigatório')).not.toBeInTheDocument());
  await user.keyboard('{Backspace}');
  expect(
    await screen.findByText('O nome do carrossel deve ter no mínimo 3 caracteres.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveFocus();
});

test('the toast about the title leaves before the next step', async () => {
  const showError = vi.spyOn(toast, 'error');
  const { user } = open(null);
  await user.click(next());
  await waitFor(() => expect(showError).toHaveBeenCalledOnce());
  const { signal } = showError.mock.lastCall![1]!;
  expect(signal).toHaveProperty('aborted', false);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  expect(await screen.findByRole('checkbox', { name: 'Luz' })).toBeVisible();
  expect(signal).toHaveProperty('aborted', true);
  showError.mockRestore();
});

test('a carousel of courses is made in the order in which they stand', async () => {
  const { user, sent, onClose } = open(null, [carousels.create, () => saved]);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(screen.getByRole('radio', { name: 'Vertical' }));
  await user.click(next());
  await user.click(await screen.findByRole('checkbox', { name: 'Luz' }));
  await user.click(screen.getByRole('checkbox', { name: 'Cor' }));
  await user.click(screen.getByRole('button', { name: 'Opções de Cor' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para cima' }));
  expect(chosen()).toEqual(['Cor', 'Luz']);
  expect(await screen.findByRole('figure', { name: 'Prévia' })).toHaveTextContent(/Cor.*Luz/);
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  expect(await screen.findByText('Carrossel criado com sucesso!')).toBeVisible();
  // Until the dialog closes, a further press saves nothing.
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  await settle();
  expect(sent.filter(({ name }) => name === 'carousels.create')).toHaveLength(1);
  expect(bodyOf(sent, 'carousels.create')).toMatchObject({
    title: 'Para começar',
    type: '1',
    type_content: '',
    content: [2, 1],
    card_type: 'vertical',
    carousel_type: 'Regular',
    size_title: 27,
    size_description: 18,
    autoplay: false,
    autoplay_time: 4,
    cards_per_group: 0,
  });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('an undone removal keeps what was chosen since, and adds nothing to another filling', async () => {
  const { user } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  await user.click(await screen.findByRole('checkbox', { name: 'Luz' }));
  await user.click(screen.getByRole('button', { name: 'Remover Luz' }));
  await user.click(screen.getByRole('checkbox', { name: 'Cor' }));
  // A screen reader finds it beside the dialog, and a keyboard by the shortcut of the messages.
  expect(await screen.findByRole('button', { name: 'Desfazer' })).toBeVisible();
  await user.keyboard('{Alt>}[KeyT]{/Alt}');
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Desfazer' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(chosen()).toEqual(['Luz', 'Cor']);

  await user.click(screen.getByRole('button', { name: 'Remover Luz' }));
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await user.click(screen.getByRole('radio', { name: /^Módulos/ }));
  await user.click(await screen.findByText('Desfazer'));
  await user.click(next());
  expect(await screen.findByText('Marque o que entra neste carrossel.')).toBeVisible();
});

test('screen readers hear how many courses a search finds', async () => {
  const { user } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  await screen.findByRole('checkbox', { name: 'Cor' });
  const search = screen.getByRole('searchbox', { name: 'Buscar curso' });
  await user.type(search, 'Luz{Enter}');
  expect(await screen.findByText('1 resultado')).toHaveRole('status');
  await user.type(search, ' x{Enter}');
  expect(await screen.findByText('Nada encontrado')).toHaveRole('status');
});

test('nothing is saved without content', async () => {
  const { user, sent } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  await user.click(await screen.findByRole('button', { name: 'Salvar carrossel' }));
  expect(
    await screen.findAllByText('O carrossel não pode ser criado sem conteúdo!'),
  ).not.toHaveLength(0);
  expect(sent.some(({ name }) => name === 'carousels.create')).toBe(false);
});

test('Ctrl+S without content leads to the step that lacks it', async () => {
  const { user, sent } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('O carrossel não pode ser criado sem conteúdo!')).toBeVisible();
  expect(screen.getByRole('form', { name: 'Conteúdo do carrossel' })).toHaveFocus();
  expect(sent.some(({ name }) => name === 'carousels.create')).toBe(false);
});

test('a school without courses is shown where its first one begins', async () => {
  const { user } = open(null, [
    catalog.listCourses,
    () => ({ data: [], current_page: 1, next_page_url: null }),
  ]);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  expect(await screen.findByText('Nenhum curso encontrado')).toBeVisible();
  const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([way('Importar curso'), way('Criar curso')]).toEqual([
    '/gestao/importar',
    '/gestao/cursos?novo',
  ]);
  // Leaving for the new course keeps the typed values.
  await user.click(screen.getByRole('link', { name: 'Criar curso' }));
  expect(await screen.findByRole('button', { name: 'Continuar editando' })).toBeVisible();
});

test('moving between steps keeps everything, also the choices of another content type', async () => {
  const { user } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(screen.getByRole('radio', { name: 'Módulos' }));
  await user.click(next());
  await user.click(await screen.findByRole('checkbox', { name: 'Luz 2' }));
  await user.click(screen.getByRole('radio', { name: 'Por curso' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Cor' }));
  expect(await screen.findByRole('figure', { name: 'Prévia' })).toHaveTextContent(/Cor 1.*Cor 2/);
  await user.click(screen.getByRole('radio', { name: 'Personalizado' }));
  expect(await screen.findByRole('checkbox', { name: 'Luz 2' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Para começar');
});

test('a time out of range names the range, and a blank number of cards leaves it to the system', async () => {
  const { user, sent } = open(null, [carousels.create, () => saved]);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  await user.click(await screen.findByRole('checkbox', { name: 'Luz' }));
  await user.click(screen.getAllByRole('button', { name: 'Edição avançada' }).at(-1)!);
  await user.clear(screen.getByRole('spinbutton', { name: 'No celular' }));
  await user.click(screen.getByRole('switch', { name: 'Passar sozinho' }));
  const time = screen.getByRole('spinbutton', { name: 'Tempo entre os cards' });
  await user.clear(time);
  await user.type(time, '11');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  expect(await screen.findByText('Use de 1 a 10 segundos.')).toBeVisible();
  await user.clear(time);
  await user.type(time, '10');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'carousels.create')).toMatchObject({
      autoplay_time: 10,
      cards_per_group_mobile: 0,
    }),
  );
});

test('the time of autoplay is asked for only while it is on, and a font offers its own weights', async () => {
  const { user, sent } = open(null, [carousels.create, () => saved]);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(next());
  await user.click(await screen.findByRole('checkbox', { name: 'Luz' }));
  await user.click(screen.getAllByRole('button', { name: 'Edição avançada' }).at(-1)!);
  expect(
    screen.queryByRole('spinbutton', { name: 'Tempo entre os cards' }),
  ).not.toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Passar sozinho' }));
  const time = screen.getByRole('spinbutton', { name: 'Tempo entre os cards' });
  expect(time).toHaveValue(4);
  await user.clear(time);
  await user.type(time, '7');
  await user.click(screen.getAllByRole('combobox', { name: 'Fonte' })[0]!);
  await user.click(await screen.findByRole('option', { name: 'Aboreto' }));
  await user.click(screen.getAllByRole('combobox', { name: 'Peso' })[0]!);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '400 Regular',
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  await waitFor(() =>
    expect(bodyOf(sent, 'carousels.create')).toMatchObject({
      font_title: 'Aboreto',
      weight_title: 400,
      autoplay: true,
      autoplay_time: 7,
      // Nobody chose it: it stays the school's, whatever that will be.
      font_description: null,
    }),
  );
});

test('closing with changes asks first', async () => {
  const { user, onClose } = open(null);
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Para começar');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Para começar');
});

const existing: CarouselWithItems = {
  ...carousel(5, { title: 'Técnica', content: [1], version: 3 }),
  carousel_item: [],
};

test('a change goes out with the version it was built on', async () => {
  const { user, sent } = open(
    5,
    [carousels.show, () => ({ data: existing })],
    [carousels.update, () => ['Carrossel atualizado com sucesso!', 200, { data: { id: 5 } }]],
  );
  const title = await screen.findByRole('textbox', { name: /Título/ });
  await user.type(title, ' nova');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  expect(await screen.findByText('Carrossel atualizado com sucesso!')).toBeVisible();
  expect(bodyOf(sent, 'carousels.update')).toMatchObject({ title: 'Técnica nova', version: 3 });
});

test('a conflict offers reloading or overwriting', async () => {
  const changed = { ...existing, title: 'Técnica deles', version: 4 };
  const { user } = open(
    5,
    [carousels.show, () => ({ data: existing })],
    [
      carousels.update,
      () =>
        refusing(409, 'Outra pessoa salvou antes de você. Confira a versão atual.', {
          code: 'stale_version',
          data: changed,
        }),
    ],
  );
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), ' nova');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  await user.click(await screen.findByRole('button', { name: 'Recarregar' }));
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Técnica deles');
});

test('a failed save shows a message and keeps everything', async () => {
  const { user } = open(
    5,
    [carousels.show, () => ({ data: existing })],
    [carousels.update, () => refusing(500, 'Algo deu errado do nosso lado.')],
  );
  await user.type(await screen.findByRole('textbox', { name: /Título/ }), ' nova');
  await user.click(screen.getByRole('button', { name: 'Salvar carrossel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Erro ao tentar atualizar carrossel!');
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Técnica nova');
});
