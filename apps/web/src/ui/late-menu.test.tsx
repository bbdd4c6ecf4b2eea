import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy } from 'react';
import { expect, test } from 'vitest';
import { LateMenu } from './late-menu.tsx';
import { Menu } from './menu.tsx';

const label = 'Opções da publicação de Rosa';
const button = () => screen.getByRole('button', { name: label });

/** A menu whose code arrives when `arrive` is called. */
function setUp() {
  const code = Promise.withResolvers<void>();
  const RowMenu = lazy(async () => {
    await code.promise;
    const items = [{ id: 'copy', label: 'Copiar link', onSelect: () => {} }];
    return { default: () => <Menu label={label} items={items} isPressed /> };
  });
  render(
    <LateMenu label={label}>
      <RowMenu />
    </LateMenu>,
  );
  return { user: userEvent.setup(), arrive: code.resolve };
}

test('the first press loads the menu and opens it; the button stays until then', async () => {
  const { user, arrive } = setUp();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  await user.click(button());
  expect(button()).toBeVisible();
  expect(screen.queryByRole('menu')).toBeNull();
  arrive();
  expect(await screen.findByRole('menuitem', { name: 'Copiar link' })).toBeVisible();
});

test.each(['{Enter}', '{ArrowDown}', '{ArrowUp}'])(
  '%s opens the menu too, and Escape gives the focus back to its button',
  async (key) => {
    const { user, arrive } = setUp();
    arrive();
    await user.tab();
    await user.keyboard(key);
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
  },
);

test('other keys leave the menu closed', async () => {
  const { user, arrive } = setUp();
  arrive();
  await user.tab();
  await user.keyboard('a{ArrowRight}');
  expect(screen.queryByRole('menu')).toBeNull();
});
