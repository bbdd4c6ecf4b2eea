import { customLinks } from '@vitrine/contract/custom-links';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, visit } from '../test/school.tsx';
import { Header } from './header.tsx';

function open(at = '/favoritos') {
  serve([customLinks.list, () => ({ data: [] })]);
  return visit(
    <>
      <Header onMenu={() => {}} />
      <label>
        Nota
        <input />
      </label>
    </>,
    { at, roles: ['student'] },
  );
}

test('the key / opens the search, and is a letter where one types', async () => {
  const { user } = open();
  const field = screen.getByRole('textbox', { name: 'Nota' });
  await user.type(field, 'e/ou');
  expect(field).toHaveValue('e/ou');
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).not.toBeInTheDocument();
  await user.click(document.body);
  await user.keyboard('/');
  expect(await screen.findByRole('combobox', { name: 'Buscar' })).toBeVisible();
});

test('a live page hides search and language, and its avatar leads home', async () => {
  open('/live?watch=3');
  expect(await screen.findByRole('button', { name: 'Voltar ao início' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Buscar' })).not.toBeInTheDocument();
});
