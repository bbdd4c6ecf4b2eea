import { screen, waitFor, within } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { customHtml, type CustomHtml } from '@vitrine/contract/custom-html';
import { pageKinds } from '@vitrine/contract/snippet-pages';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import CustomHtmlPanel from './custom-html-panel.tsx';
import { noteStart } from './hung-frames.ts';
import { pageLabels } from './page-kinds.ts';

const snippet = (id: number, title: string, overrides: Partial<CustomHtml> = {}): CustomHtml => ({
  id,
  title,
  html: '<p>Olá</p>',
  page: 'homepage',
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
  embeddable_ids: [],
  tenant_id: 1,
  version: 1,
  frame_url: `/_frame/${id}`,
  ...overrides,
});

beforeEach(() => localStorage.clear());

const content: Parameters<typeof serve> = [
  [communities.index, () => []],
  [
    catalog.coursesToPick,
    () => [
      { id: 1, title: 'Macro' },
      { id: 2, title: 'Retrato' },
    ],
  ],
  [
    catalog.modulesToPick,
    () => [
      { id: 11, title: 'Nitidez', course_id: 1 },
      { id: 21, title: 'Olhares', course_id: 2 },
    ],
  ],
  [
    catalog.moduleWithLessons,
    () => ({ data: [{ id: 11, title: 'Nitidez', lessons: [{ id: 111, title: 'Foco' }] }] }),
  ],
];

function open(snippets: CustomHtml[], more: Parameters<typeof serve> = [], at = 'html') {
  const sent = serve([customHtml.list, () => snippets], ...more, ...content);
  return { sent, ...visit(<CustomHtmlPanel />, { at: `/homepage?editar=${at}` }) };
}

type User = ReturnType<typeof open>['user'];

async function choose(user: User, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const usePreset = async (user: User, id: string) => {
  await user.click(screen.getByText('Medir com um serviço conhecido'));
  await user.type(screen.getByRole('textbox', { name: 'Seu código nesse serviço' }), id);
  await user.click(screen.getByRole('button', { name: 'Preencher o editor' }));
};

test('a school without snippets sees an empty state with the next step', async () => {
  const { user } = open([]);
  await screen.findByText(
    'Parece que você ainda não possui nenhum HTML personalizado criado, crie um agora mesmo.',
  );
  await user.click(screen.getByRole('button', { name: 'Novo HTML personalizado' }));
  expect(await screen.findByRole('dialog', { name: 'Novo HTML personalizado' })).toBeVisible();
});

test('the list says what runs where, with titles cut at 25 characters', async () => {
  open(
    [
      snippet(1, 'Materiais extras de luz natural'),
      snippet(2, 'Pixel', { page: 'course' }),
      snippet(3, 'Dica', { page: 'lesson', course_id: 1, module_id: 11, lesson_id: 111 }),
      snippet(4, 'Regras', { page: 'community', community_id: 4 }),
      snippet(5, 'Chat', { page: 'community' }),
      snippet(6, 'Um aviso que tem mais de vinte e cinco letras'),
    ],
    [[communities.index, () => [{ id: 4, title: 'Clube' }]]],
  );
  expect(await screen.findByText('Materiais extras de luz n…')).toBeVisible();
  // The 25th character is a space.
  expect(screen.getByText('Um aviso que tem mais de…')).toBeVisible();
  expect(screen.getByText('Curso · Todos os cursos')).toBeVisible();
  expect(await screen.findByText('Aula · Foco')).toBeVisible();
  expect(await screen.findByText('Comunidade · Clube')).toBeVisible();
  expect(screen.getByText('Comunidade · Todas as comunidades')).toBeVisible();
});

test('a preset makes the code from an id, and a wrong id makes none', async () => {
  const { user, sent } = open(
    [],
    [
      [
        customHtml.create,
        () => ({ message: 'HTML personalizado criado com sucesso', data: snippet(1, 'GA') }),
      ],
    ],
    'html/novo',
  );
  await screen.findByRole('dialog');
  await usePreset(user, 'UA-123');
  expect(await screen.findByText('Confira o código: ele é como G-AB12CD34EF.')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Seu código nesse serviço' }));
  await user.type(
    screen.getByRole('textbox', { name: 'Seu código nesse serviço' }),
    'G-XY98ZW76{Enter}',
  );
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Google Analytics 4');
  await choose(user, 'Página', 'Aula');
  await choose(user, 'Curso', 'Macro');
  await choose(user, 'Módulo', 'Nitidez');
  await choose(user, 'Aula', 'Foco');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('HTML personalizado criado com sucesso')).toBeVisible();
  expect(sent.find(({ name }) => name === 'custom-html.create')?.body).toMatchObject({
    title: 'Google Analytics 4',
    customHtml: expect.stringContaining("gtag('config', 'G-XY98ZW76'"),
    page: 'lesson',
    course_id: 1,
    module_id: 11,
    lesson_id: 111,
    community_id: null,
  });
});

test('a preset gives back the code that it replaced', async () => {
  const { user } = open([snippet(1, 'Chat', { html: '<b>Meu chat</b>' })], [], 'html/1');
  await screen.findByRole('dialog');
  const code = await screen.findByRole('textbox', { name: /Código/ });
  expect(code).toHaveTextContent('Meu chat');
  await usePreset(user, 'G-XY98ZW76');
  await waitFor(() => expect(code).toHaveTextContent('G-XY98ZW76'));
  await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await waitFor(() => expect(code).toHaveTextContent('Meu chat'));
  expect(code).not.toHaveTextContent('G-XY98ZW76');
});

test('a preset keeps a title that was typed, and a module is chosen after its course', async () => {
  const { user } = open([], [], 'html/novo');
  await screen.findByRole('dialog');
  await user.type(screen.getByRole('textbox', { name: /Título/ }), 'Medição');
  await usePreset(user, 'G-XY98ZW76');
  expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Medição');
  await choose(user, 'Página', 'Aula');
  expect(screen.queryByRole('combobox', { name: 'Módulo' })).not.toBeInTheDocument();
  await choose(user, 'Curso', 'Macro');
  expect(screen.getByRole('combobox', { name: 'Módulo' })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Aula' })).not.toBeInTheDocument();
});

test('changing a selector resets the ones below it, with a note', async () => {
  const { user } = open(
    [snippet(3, 'Dica', { page: 'lesson', course_id: 1, module_id: 11, lesson_id: 111 })],
    [],
    'html/3',
  );
  await screen.findByRole('dialog', { name: 'Editar HTML personalizado' });
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Aula' })).toHaveTextContent('Foco'),
  );
  await choose(user, 'Curso', 'Retrato');
  expect(screen.getByText('O que estava escolhido abaixo voltou para todos.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Módulo' })).toHaveTextContent('Todos os módulos');
  expect(screen.queryByRole('combobox', { name: 'Aula' })).not.toBeInTheDocument();
  await choose(user, 'Página', 'Comunidade');
  expect(screen.queryByRole('combobox', { name: 'Curso' })).not.toBeInTheDocument();
  expect(await screen.findByText('Você não possui comunidades criadas.')).toBeVisible();
});

test('every kind of page can be chosen, and the page of products is explained', async () => {
  const { user } = open([], [], 'html/novo');
  await user.click(await screen.findByRole('combobox', { name: 'Página' }));
  for (const kind of pageKinds) {
    const option = await screen.findByRole('option', { name: new RegExp(`^${pageLabels[kind]}`) });
    expect(option).not.toHaveAttribute('aria-disabled');
  }
  await user.click(screen.getByRole('option', { name: /^Produto.*para quem ainda não o tem/ }));
  expect(screen.getByRole('combobox', { name: 'Página' })).toHaveTextContent('Produto');
});

test('a double click on the button leaves the form open', async () => {
  const { user, history } = open([snippet(1, 'Aviso')]);
  await user.dblClick(await screen.findByRole('button', { name: 'Novo HTML personalizado' }));
  expect(await screen.findByRole('dialog', { name: 'Novo HTML personalizado' })).toBeVisible();
  expect(history.location.search).toBe('?editar=html/novo');
});

test('missing fields show errors, and nothing is sent', async () => {
  const { user, sent } = open([], [], 'html/novo');
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('O título é obrigatório')).toBeVisible();
  expect(screen.getAllByText('Selecione a página').length).toBeGreaterThan(1);
  expect(await screen.findByText('Adicione o HTML personalizado')).toBeVisible();
  expect(sent.map(({ name }) => name)).not.toContain('custom-html.create');
});

test('a snippet is removed after a confirmation; if that fails, it stays with a message', async () => {
  const snippets = [snippet(1, 'Aviso')];
  let refused = true;
  const { user } = open(snippets, [
    [
      customHtml.remove,
      () => {
        if (refused) return refusing(503, 'Estamos com muitos pedidos agora.');
        snippets.pop();
        return { message: 'HTML excluído com sucesso' };
      },
    ],
  ]);
  await user.click(await screen.findByRole('button', { name: 'Opções de Aviso' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  const dialog = (await screen.findByText('Deseja mesmo excluir esse html personalizado?')).closest(
    '[role$=dialog]',
  ) as HTMLElement;
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Não foi possivel excluir o HTML personalizado')).toBeVisible();
  refused = false;
  await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('HTML excluído com sucesso')).toBeVisible();
  expect(await screen.findByText(/ainda não possui nenhum HTML personalizado/)).toBeVisible();
});

test('the search stays while it holds a text, also if the list has become short', async () => {
  const snippets = Array.from({ length: 8 }, (_, index) =>
    snippet(index + 1, index < 2 ? `Chat ${index}` : `Aviso ${index}`),
  );
  const { user } = open(snippets, [
    [
      customHtml.remove,
      () => {
        snippets.shift();
        return { message: 'HTML excluído com sucesso' };
      },
    ],
  ]);
  await user.type(await screen.findByRole('searchbox', { name: 'Buscar por título' }), 'chat');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Opções de Chat 0' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByText('Chat 0')).not.toBeInTheDocument());
  expect(screen.getByRole('searchbox')).toHaveValue('chat');
  await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
  expect(await screen.findByText('Aviso 7')).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test('a list that fails to load can be loaded again', async () => {
  serve([customHtml.list, () => refusing(404, 'Não encontramos o que você procura.')]);
  visit(<CustomHtmlPanel />, { at: '/homepage?editar=html' });
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});

test('the list names the snippet that froze a page of this device', async () => {
  open([snippet(1, 'Chat'), snippet(2, 'Aviso')]);
  // The page died a minute ago.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  noteStart('2.1');
  vi.useRealTimers();
  const row = (await screen.findByText('Aviso')).closest('li')!;
  expect(row).toHaveTextContent('Travou a página neste aparelho');
  expect(screen.getByText('Chat').closest('li')).not.toHaveTextContent('Travou');
});
