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

test('a low window leaves room beside the offer of a course and the own place in a ranking', async ({
  owner,
  signIn,
}) => {
  const { page: staff } = await owner();
  const product = await post(staff, '/api/v1/products', { title: 'Plano Estúdio' });
  const course = await post(staff, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [product.id],
    upsell_text: 'Quero entrar',
    upsell_link: 'https://loja.example.com/luz',
    offer: { price_text: 'R$ 39 por mês' },
  });
  const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'segredo-bom' };
  const { id } = await post(staff, '/api/v1/members', rosa);
  await post(staff, `/api/v1/members/${id}/points`, { points: 1, reason: 'Oficina' });
  for (let index = 0; index < 9; index += 1) {
    const { id: other } = await post(staff, '/api/v1/members', {
      name: `Ana ${index}`,
      email: `a${index}@example.com`,
    });
    await post(staff, `/api/v1/members/${other}/points`, { points: 20 + index, reason: 'Oficina' });
  }
  const { page } = await signIn(rosa.email, rosa.password, 'phone');
  // A zoom of 400 % in a window of 1280 × 1024 px.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`/courses/${course.id}`);
  const bar = page.locator('.offer-bar');
  await expect(bar).toContainText('R$ 39 por mês');
  expect((await bar.boundingBox())!.height).toBeLessThan(72);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/ranking');
  const place = page.getByRole('region', { name: 'Seu lugar' });
  await expect(place).toBeInViewport();
  const tabs = page.getByRole('navigation', { name: 'Menu do celular' });
  const { y, height } = (await place.boundingBox())!;
  expect(height).toBeLessThan(80);
  // No row shows between them.
  expect(Math.abs((await tabs.boundingBox())!.y - y - height)).toBeLessThan(1);
});
