import { jpeg } from '../apps/server/test/media.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type Visitor, test } from './fixtures.ts';

const addBanner = async ({ page }: Pick<Visitor, 'page'>, title: string) => {
  await page.getByRole('button', { name: 'Novo banner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo banner' });
  await dialog
    .getByRole('group', { name: 'Desktop', exact: true })
    .locator('input[type=file][accept^=image]')
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await jpeg(2400, 1800) });
  await page.getByRole('button', { name: 'Usar este recorte' }).click();
  await dialog.getByRole('textbox', { name: 'Título' }).fill(title);
  await expect(dialog.getByRole('button', { name: 'Trocar arquivo' }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
};

test('the owner creates banners over the page, and the page shows them', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=banner');
  await addBanner({ page }, 'A luz certa');
  await expect(page.getByRole('heading', { level: 1, name: 'A luz certa' })).toBeVisible();
  await addBanner({ page }, 'Todo bicho tem um lado bom');
  await expectAccessible(page);

  // Opening a banner in the list shows it on the page.
  await page.getByRole('button', { name: /^Todo bicho/, expanded: false }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Todo bicho tem um lado bom' }),
  ).toBeVisible();

  // The HTML references the first banner's image, and the browser loads it once.
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(request.url());
  });
  await page.goto('/homepage');
  const banner = page.locator('.banners img').first();
  await expect(banner).toHaveJSProperty('complete', true);
  const shown = await banner.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(await page.locator('link[rel=preload][as=image]').count()).toBe(1);
  expect(images.filter((url) => url === shown)).toHaveLength(1);
  await expectAccessible(page);
});

for (const size of ['phone', 'tablet', 'desktop'] as const)
  test(`the form of a banner fits its sheet on a ${size}`, async ({ owner }) => {
    const { page } = await owner(size);
    await page.goto('/homepage?editar=banner');
    await page.getByRole('button', { name: 'Novo banner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo banner' });
    const salvar = dialog.getByRole('button', { name: 'Salvar' });
    await expect(salvar).toBeInViewport();
    const top = async (name: string) =>
      (await dialog.getByRole('group', { name, exact: true }).first().boundingBox())!.y;
    expect(await top('Desktop'), 'images side by side').toBe(await top('Celular'));
    const [wide, width, high] = await dialog
      .getByRole('group', { name: 'Vídeo, até 25 MB' })
      .evaluate((element) => {
        let scroller = element.parentElement!;
        while (getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement!;
        return [scroller.scrollWidth, scroller.clientWidth, scroller.clientHeight];
      });
    expect(wide).toBe(width);
    // A field with its label and hint fits above the buttons.
    expect(high).toBeGreaterThan(220);
  });

for (const [size, height] of [
  ['phone', 300],
  ['desktop', 500],
] as const)
  test(`a tall frame is at least ${height} px high on a ${size}, with all controls in sight`, async ({
    owner,
  }) => {
    const { page } = await owner(size);
    await page.goto('/homepage?editar=banner/novo');
    await page
      .getByRole('dialog', { name: 'Novo banner' })
      .getByRole('group', { name: 'Celular', exact: true })
      .locator('input[type=file][accept^=image]')
      .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1400, 2400) });
    const frame = page.getByRole('group', { name: /Quadro do recorte/ });
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(height);
    const dialog = page.getByRole('dialog', { name: 'Recortar para o celular' });
    for (const control of [
      dialog.getByRole('slider', { name: 'Zoom' }),
      dialog.getByRole('button', { name: 'Usar este recorte' }),
      dialog.getByRole('button', { name: 'Restaurar' }),
    ])
      await expect(control).toBeInViewport({ ratio: 1 });
  });

test('a time outside 1 to 60 shows its error while it is typed', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=banner');
  await page.getByRole('switch', { name: 'Transição automática' }).click();
  const time = page.getByRole('spinbutton', { name: /Tempo em cada banner/ });
  const error = page.getByText('Use de 1 a 60 segundos.');
  for (const wrong of ['0', '61']) {
    await time.fill(wrong);
    await expect(error).toBeVisible();
    await time.fill('60');
    await expect(error).toBeHidden();
  }
});

test('the banners and their panel fit a phone', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=banner');
  await addBanner({ page }, 'Laboratório de cor: inscrições abertas');
  await page.goto('/homepage?editar=banner');
  await expect(page.getByText('Falta a imagem do celular')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/homepage');
  await expect(page.getByRole('heading', { level: 1, name: /^Laboratório/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

for (const size of ['phone', 'tablet', 'desktop'] as const)
  test(`on a ${size} the dialog leaves the banner visible while typing`, async ({ owner }) => {
    const { page } = await owner(size);
    await page.goto('/homepage?editar=banner/novo');
    const dialog = page.getByRole('dialog', { name: 'Novo banner' });
    await dialog.getByRole('textbox', { name: 'Título' }).fill('A luz certa');
    const title = page.locator('.hero-title', { hasText: 'A luz certa' });
    await expect(title).toBeVisible();
    await expect
      .poll(async () => {
        const [titleBox, dialogBox] = [await title.boundingBox(), await dialog.boundingBox()];
        const apart =
          titleBox!.x >= dialogBox!.x + dialogBox!.width ||
          titleBox!.x + 200 <= dialogBox!.x ||
          titleBox!.y + titleBox!.height <= dialogBox!.y;
        return apart && titleBox!.y >= 0;
      })
      .toBe(true);
    await expectAccessible(page);
  });
