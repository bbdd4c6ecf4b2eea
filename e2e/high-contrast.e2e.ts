import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// Forced colours take grounds away: whatever only a ground shows is gone.

const TRANSPARENT = 'rgba(0, 0, 0, 0)';
const styleOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(node);
    return { ground: backgroundColor, edge: borderTopColor, width: parseFloat(borderTopWidth) };
  });

test('in high contrast a switch shows its state, and filled buttons have a border', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/homepage?editar=vitrine');
  const first = page.getByRole('switch').first();
  await expect(first).toBeVisible();
  const before = await styleOf(first);
  expect(before.width).toBeGreaterThan(0);
  expect(before.edge).not.toBe(TRANSPARENT);
  const was = await first.getAttribute('aria-checked');
  await first.click();
  await expect(first).toHaveAttribute('aria-checked', was === 'true' ? 'false' : 'true');
  await expect.poll(async () => (await styleOf(first)).ground).not.toBe(before.ground);
  const added = await styleOf(page.getByRole('button', { name: 'Novo carrossel' }));
  expect(added.width).toBeGreaterThan(0);
  expect(added.edge).not.toBe(TRANSPARENT);

  const { page: login } = await visitor('phone', { forcedColors: 'active' });
  await login.goto('/login');
  const submit = await styleOf(login.getByRole('button', { name: 'Entrar', exact: true }));
  expect(submit.width).toBeGreaterThan(0);
  expect(submit.edge).not.toBe(TRANSPARENT);
});
