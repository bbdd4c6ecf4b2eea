import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LateMenu } from './late-menu.tsx';
import { Menu } from './menu.tsx';
import { Toaster } from './toaster.tsx';

const label = 'Opções da publicação de Rosa';
const button = () => screen.getByRole('button', { name: label });

const items = [{ id: 'copy', label: 'Copiar link', onSelect: () => {} }];
const RowMenu = () => <Menu label={label} items={items} isPressed />;

/** A menu whose code arrives when `arrive` is called. It fails to load the first `failures` times. */
function setUp({ failures = 0 } = {}) {
  const code = Promise.withResolvers<void>();
  let tries = 0;
  async function load() {
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    await code.promise;
    return { default: RowMenu };
  }
  render(
    <>
      <LateMenu label={label} load={load}>
        {(Loaded) => <Loaded />}
      </LateMenu>
      <Toaster />
    </>,
  );
  return { user: userEvent.setup(), arrive: code.resolve };
}

test('the first press loads the menu and opens it; the button stays until then', async () => {
  const { user, arrive } = setUp();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  await user.click(button());
  expect(button()).toBeVisible();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('progressbar', { name: 'Carregando' })).toBeVisible();
  arrive();
  expect(await screen.findByRole('menuitem', { name: 'Copiar link' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
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

test('a menu that does not load says so, and its button can be pressed again', async () => {
  const { user, arrive } = setUp({ failures: 1 });
  arrive();
  await user.click(button());
  expect(await screen.findByText('O menu não carregou')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Copiar link' })).toBeVisible();
});
