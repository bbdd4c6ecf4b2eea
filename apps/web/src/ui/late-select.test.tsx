import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import { LateSelect } from './late-select.tsx';

const options = [
  { value: 'seen', label: 'Vistos por último' },
  { value: 'title', label: 'Título, de A a Z' },
];
const code = vi.hoisted(() => ({ fails: false }));
vi.mock('./select.tsx', async (importOriginal) => {
  const { Select } = await importOriginal<typeof import('./select.tsx')>();
  return {
    get Select() {
      if (code.fails) throw new TypeError('Failed to fetch dynamically imported module');
      return Select;
    },
  };
});

function Order() {
  const [value, setValue] = useState('seen');
  return <LateSelect label="Ordem" value={value} onValueChange={setValue} options={options} />;
}
const order = () => screen.getByRole('combobox', { name: 'Ordem' });

test('the first press opens the list, and a choice gives the focus back', async () => {
  const { user } = visit(<Order />);
  expect(order()).toHaveTextContent('Vistos por último');
  await user.click(order());
  await user.click(await screen.findByRole('option', { name: 'Título, de A a Z' }));
  expect(order()).toHaveTextContent('Título, de A a Z');
  expect(order()).toHaveFocus();
});

test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])(
  '%s opens the list at the chosen option',
  async (key) => {
    const { user } = visit(<Order />);
    order().focus();
    await user.keyboard(key);
    await waitFor(async () =>
      expect(await screen.findByRole('option', { name: 'Vistos por último' })).toHaveFocus(),
    );
    await user.keyboard('{ArrowDown}{Enter}');
    expect(order()).toHaveTextContent('Título, de A a Z');
  },
);

test('a list that does not load says so, and its button can be pressed again', async () => {
  code.fails = true;
  const { user } = visit(<Order />);
  await user.click(order());
  expect(await screen.findByText('A lista não carregou')).toBeVisible();
  code.fails = false;
  await user.click(order());
  expect(await screen.findByRole('option', { name: 'Título, de A a Z' })).toBeVisible();
});
