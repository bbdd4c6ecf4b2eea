import { screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { visit } from '../test/school.tsx';
import { LazyMenu } from './menu-button.tsx';
import { Menu } from './menu.tsx';

const items = [{ id: 'copy', label: 'Copiar link', onSelect: () => undefined }];

function open() {
  const load = vi.fn<() => Promise<{ default: typeof Menu }>>(async () => ({ default: Menu }));
  const Loaded = lazy(load);
  const menu = (
    <LazyMenu label="Opções" load={load}>
      <Loaded label="Opções" items={items} defaultOpen />
    </LazyMenu>
  );
  return { load, ...visit(menu) };
}

test('a menu that nobody is about to open loads nothing', async () => {
  const { load, user } = open();
  const button = screen.getByRole('button', { name: 'Opções' });
  expect(load).not.toHaveBeenCalled();
  await user.hover(button);
  expect(load).toHaveBeenCalled();
  expect(screen.queryByRole('menuitem')).toBeNull();
});

test('the keyboard opens it, walks in it and comes back to its button', async () => {
  const { user } = open();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Copiar link' })).toBeVisible();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Copiar link' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Opções' })).toHaveFocus();
});
