import { post } from './calls.ts';
import { expect, test } from './fixtures.ts';

// Without DOM snapshots: the trace would wait for a frame that never answers. Playwright allows this
// option only per file.
test.use({ trace: { mode: 'retain-on-failure', snapshots: false } });

test('a snippet that never ends leaves the page usable', async ({ owner, signIn }) => {
  const admin = await owner();
  await post(admin.page, '/api/platform/auth/custom-html', {
    title: 'Trecho',
    page: 'homepage',
    customHtml: '<p>antes</p><script>for (;;);</script>',
  });
  const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'segredo-bom' };
  await post(admin.page, '/api/v1/members', rosa);
  const { page } = await signIn(rosa.email, rosa.password);
  await expect(page.locator('iframe[title="Trecho"]')).toBeAttached();
  // The page stays responsive: menus open, pages change, forms take text.
  await page.getByRole('button', { name: /Abrir menu de/ }).click();
  await expect(page.getByRole('dialog').getByText('Rosa Lemos')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Favoritos' }).first().click();
  await expect(page.getByRole('heading', { name: 'Favoritos' })).toBeVisible();
  await expect(page.locator('iframe')).not.toBeAttached();
});
