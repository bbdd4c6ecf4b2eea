import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';

const button = () => screen.getByRole('button', { name: 'Opções de Luz' });

function setUp() {
  const onSelect = vi.fn<() => void>();
  render(<Menu label="Opções de Luz" items={[{ id: 'edit', label: 'Editar', onSelect }]} />);
  return { user: userEvent.setup(), onSelect };
}

test.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])(
  '“%s” opens the menu at the first press and at the next, and Escape gives the focus back',
  async (key) => {
    const { user, onSelect } = setUp();
    await user.tab();
    expect(button()).toHaveAttribute('aria-haspopup', 'menu');
    for (const _press of ['first', 'next']) {
      await user.keyboard(key);
      await screen.findByRole('menu');
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('menu')).toBeNull();
      expect(button()).toHaveFocus();
    }
    expect(onSelect).not.toHaveBeenCalled();
  },
);

test('a press opens the menu, and an item acts once', async () => {
  const { user, onSelect } = setUp();
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name: 'Editar' }));
  expect(onSelect).toHaveBeenCalledOnce();
});
