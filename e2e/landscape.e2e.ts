import { post } from './calls.ts';
import { expect, test } from './fixtures.ts';

test('a phone in landscape shows the title of home and of a course above its low tab bar', async ({
  owner,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
  });
  await page.setViewportSize({ width: 740, height: 360 });
  for (const path of ['/homepage', `/courses/${course.id}`]) {
    await page.goto(path);
    const tabs = page.getByRole('navigation', { name: 'Menu do celular' });
    await expect(tabs).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Luz natural');
    await expect
      .poll(async () => {
        const title = await page.getByRole('heading', { level: 1 }).boundingBox();
        const bar = await tabs.boundingBox();
        return title && bar && title.y + title.height <= bar.y && bar.height < 50;
      }, path)
      .toBe(true);
  }
});

test('a message on a phone in landscape stays above the tab bar', async ({ owner }) => {
  const { page } = await owner();
  await post(page, '/api/v1/lives', {
    title: 'Retrato',
    url: 'https://youtu.be/dQw4w9WgXcQ',
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/live');
  await page.getByRole('button', { name: 'Lembrar-me de Retrato' }).click();
  const message = page.locator('[data-sonner-toast]');
  await expect(message).toBeVisible();
  await expect
    .poll(async () => {
      const bar = await page.getByRole('navigation', { name: 'Menu do celular' }).boundingBox();
      const box = await message.boundingBox();
      return bar && box && bar.y - (box.y + box.height);
    })
    .toBeGreaterThanOrEqual(0);
});
