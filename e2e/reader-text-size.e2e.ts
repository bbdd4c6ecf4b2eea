import { chromiumPath } from '../scripts/lib/chromium.mjs';
import { call, createLesson, post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

// The reader has set a text of twice the size in the browser. Media queries follow it.

test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  },
});

test('a desktop has the menus of a phone, from its styles and its utilities alike', async ({
  owner,
}) => {
  const { page } = await owner();
  await expect(page.getByRole('navigation', { name: 'Menu do celular' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test('on a phone the lock of a ranked card leaves its words free', async ({
  owner,
  signIn,
  visitor,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const lesson = await createLesson(
    page,
    { title: 'A janela' },
    { title: 'Luz natural para quem fotografa em casa', product_ids: [product.id] },
  );
  const rosa = { name: 'Rosa Lemos', email: 'rosa@example.com', password: 'segredo-bom' };
  await post(page, '/api/v1/members', { ...rosa, product_ids: [product.id] });
  const student = await signIn(rosa.email, rosa.password);
  await call(student.page, 'PUT', `/api/v1/lessons/${lesson.id}/progress`, { seconds: 5 });
  await post(page, '/api/auth/config/plataforma/updateCustomBasic', { showcase: 1 });

  const { page: home } = await visitor('phone');
  await home.goto('/homepage');
  const trending = home.getByRole('region', { name: 'Em alta' });
  const lock = trending.locator('.lock-chip');
  await expect(lock).toBeVisible();
  await expect
    .poll(async () => {
      const chip = await lock.boundingBox();
      const words = await trending.locator('.poster-kicker').boundingBox();
      return chip && words && chip.y + chip.height <= words.y;
    })
    .toBe(true);
  await expectNoSidewaysScroll(home);
});

test('on a phone the rows of the drawer lose no words', async ({ owner }) => {
  const { page } = await owner('phone');
  for (const path of ['', '=vitrine', '=aparencia']) {
    await page.goto(`/homepage?editar${path}`);
    const drawer = page.locator('.edit-drawer [data-top]');
    await expect(drawer.getByRole('heading').first()).toBeVisible();
    await expect(drawer.locator('.skeleton')).toHaveCount(0);
    const cut = () =>
      drawer
        .locator('.truncate')
        .evaluateAll((texts) =>
          texts
            .filter((text) => text.scrollWidth > text.clientWidth)
            .map((text) => text.textContent),
        );
    await expect.poll(cut, path).toEqual([]);
  }
  const color = page.getByRole('textbox', { name: 'Cor principal' });
  expect(await color.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
  await expectNoSidewaysScroll(page);
});

test('on a phone a preview shows as much of the page as with a usual text', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=login');
  const previews = page.locator('iframe[title="Prévia da página de login"]');
  await expect(previews).toHaveCount(2);
  for (const preview of await previews.all()) {
    await expect(preview.contentFrame().getByRole('heading', { name: 'Faça login' })).toBeVisible();
    const isCut = () =>
      preview.evaluate((frame: HTMLIFrameElement) => {
        const last = [...frame.contentDocument!.querySelectorAll('button')].at(-1)!;
        return last.getBoundingClientRect().bottom > frame.contentWindow!.innerHeight;
      });
    await expect.poll(isCut).toBe(false);
  }
});

test('a dialog is wide enough for its words', async ({ owner }) => {
  const { page } = await owner();
  for (const [place, name] of [
    ['banner/novo', 'Novo banner'],
    ['gamificacao/niveis/novo', 'Novo nível'],
  ] as const) {
    await page.goto(`/homepage?editar=${place}`);
    const dialog = page.getByRole('dialog', { name });
    const buttons = dialog.getByRole('button', { name: 'Escolher arquivo' });
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) {
      const isCut = await button.evaluate((one) => {
        const box = one.closest('fieldset')!.getBoundingClientRect();
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
      });
      expect(isCut, name).toBe(false);
    }
  }
});
