import { screen } from '@testing-library/react';
import { catalog } from '@vitrine/contract/catalog';
import { communities } from '@vitrine/contract/communities';
import { useState, type ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { refusing, serve, visit } from '../../test/school.tsx';
import { LinkField } from './link-field.tsx';

function open(props: Partial<ComponentProps<typeof LinkField>> = {}) {
  function Form() {
    const [value, setValue] = useState(props.value ?? '');
    return (
      <>
        <LinkField label="Link" {...props} value={value} onChange={setValue} />
        <output aria-label="kept">{value}</output>
        <button onClick={() => setValue('https://antes.com')}>Desfazer</button>
      </>
    );
  }
  return visit(<Form />);
}

const field = () => screen.getByRole('textbox', { name: 'Link' });
const storedValue = () => screen.getByLabelText('kept').textContent;
const notes = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('adds https to typed text, shows a note, and then the full address', async () => {
  serve();
  const { user } = open();
  await user.type(field(), 'www.site.com');
  expect(field()).toHaveValue('www.site.com');
  expect(storedValue()).toBe('https://www.site.com');
  expect(notes()).toContain('Fica https://www.site.com');
  await user.tab();
  expect(field()).toHaveValue('https://www.site.com');
  expect(notes()).not.toContain('Fica https://www.site.com');
});

test('shows an error for text that is no address, after leaving the field', async () => {
  serve();
  const { user } = open();
  await user.type(field(), 'meu site');
  expect(field()).not.toBeInvalid();
  await user.tab();
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(/Link inválido/);
  expect(storedValue()).toBe('meu site');
});

test('undo also reverts typed text', async () => {
  serve();
  const { user } = open();
  await user.type(field(), 'www.site.com');
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(field()).toHaveValue('https://antes.com');
});

test('an @ name becomes a page of its network only', async () => {
  serve();
  const { user } = open({ network: 'instagram' });
  await user.type(field(), '@escola');
  expect(storedValue()).toBe('https://www.instagram.com/escola');
  expect(screen.queryByRole('button', { name: 'Escolher um lugar do site' })).toBeNull();
  await user.clear(field());
  await user.type(field(), 'tiktok.com/@escola');
  expect(notes()).toContainEqual(expect.stringContaining('Fica https://tiktok.com/@escola'));
  await user.tab();
  expect(notes()).toContainEqual('Este endereço não é do Instagram.');
});

test('a link is stored without its scheme where the specification says so', async () => {
  serve();
  const { user } = open({ withoutScheme: true });
  await user.type(field(), 'https://loja.com/a');
  expect(field()).toHaveValue('https://loja.com/a');
  await user.tab();
  expect(field()).toHaveValue('loja.com/a');
});

const places = (): Parameters<typeof serve> => [
  [
    catalog.coursesToPick,
    () => [
      { id: 3, title: 'Fotografia' },
      { id: 4, title: 'Cor' },
    ],
  ],
  [
    catalog.searchLessons,
    () => ({
      data: [{ id: 7, title: 'A fotografia de rua', course_id: 4, course_title: 'Cor' }],
      current_page: 1,
      next_page_url: null,
    }),
  ],
  [communities.index, () => [{ id: 5, title: 'Ateliê', tenant_id: 1 }]],
];

test('a course, a lesson and a community can be chosen', async () => {
  serve(...places());
  const { user } = open();
  const toggle = screen.getByRole('button', { name: 'Escolher um lugar do site' });
  const search = () => screen.getByRole('searchbox', { name: 'Buscar no site' });
  await user.click(toggle);
  expect(search()).toHaveFocus();
  await user.click(await screen.findByRole('button', { name: 'Ateliê Comunidade' }));
  expect(storedValue()).toBe('/comunidade/1/5');
  expect(toggle).toHaveFocus();
  expect(notes()).toContain('Comunidade: Ateliê');

  await user.click(toggle);
  await user.type(search(), 'fotografia');
  const found = await screen.findByRole('button', { name: 'A fotografia de rua Cor' });
  // The field keeps the focus, so a screen reader hears how many there are.
  expect(notes()).toContain('2 resultados');
  await user.click(found);
  expect(storedValue()).toBe('/curso/4/a-fotografia-de-rua/7');

  await user.click(toggle);
  await user.click(await screen.findByRole('button', { name: 'Fotografia Curso' }));
  expect(storedValue()).toBe('/courses/3');
  expect(field()).toHaveValue('/courses/3');

  await user.click(toggle);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(toggle).toHaveFocus();
});

test('says why the pages could not be loaded', async () => {
  serve([catalog.coursesToPick, () => refusing(403, 'Sem acesso.')], places()[2]!);
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Escolher um lugar do site' }));
  expect(await screen.findByText('A busca não carregou')).toBeVisible();
});
