import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { call, createQuiz, post, sendImage } from './calls.ts';
import { expect, sizes, test } from './fixtures.ts';

/** A small phone. */
const small = { width: 360, height: 640 };

const boxOf = async (what: Locator) => (await what.boundingBox())!;

test('a menu of eight entries shows all of them at once', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.setViewportSize(small);
  const course = await post(page, '/api/v1/courses', { title: 'Retrato' });
  for (const title of ['Começo', 'Meio', 'Fim'])
    await post(page, `/api/v1/courses/${course.id}/modules`, { title });
  await page.goto(`/gestao/cursos/${course.id}`);
  const button = page.getByRole('button', { name: 'Opções de Meio' });
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await button.click();
  for (const entry of ['Renomear', 'Excluir módulo'])
    await expect(page.getByRole('menuitem', { name: entry })).toBeInViewport({ ratio: 1 });
});

test('a press on the name of a module closes and opens it', async ({ owner }) => {
  const { page } = await owner();
  const course = await post(page, '/api/v1/courses', { title: 'Retrato' });
  const { id } = await post(page, `/api/v1/courses/${course.id}/modules`, { title: 'Começo' });
  await post(page, `/api/v1/modules/${id}/lessons`, { title: 'A janela' });
  await page.goto(`/gestao/cursos/${course.id}`);
  const lesson = page.getByRole('link', { name: 'A janela', exact: true });
  await expect(lesson).toBeVisible();
  const { x, y, height } = await boxOf(page.getByRole('heading', { name: 'Começo' }));
  const press = () => page.mouse.click(x + 20, y + height / 2);
  await press();
  await expect(lesson).toBeHidden();
  await press();
  await expect(lesson).toBeVisible();
});

/** Opens the crop of a course's cover. */
async function openCrop(page: Page) {
  const image = await sharp({
    create: { width: 1280, height: 720, channels: 3, background: '#c86432' },
  })
    .jpeg()
    .toBuffer();
  const cover = await sendImage(page, 'image', image);
  const course = await post(page, '/api/v1/courses', { title: 'Retrato' });
  await call(page, 'PATCH', `/api/v1/courses/${course.id}`, { cover });
  await page.goto(`/gestao/cursos/${course.id}`);
  await page.getByRole('button', { name: 'Recortar' }).click();
  return page.getByRole('dialog', { name: 'Recortar Capa' });
}

test('the zoom of a crop stands above the buttons of its dialog', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.setViewportSize(small);
  const dialog = await openCrop(page);
  const zoom = await boxOf(dialog.getByRole('button', { name: 'Aproximar' }));
  const confirm = await boxOf(dialog.getByRole('button', { name: 'Usar este recorte' }));
  expect(zoom.y + zoom.height).toBeLessThanOrEqual(confirm.y);
});

test('without the drawer a crop stands in the middle of the window', async ({ owner }) => {
  const { page } = await owner();
  const { x, width } = await boxOf(await openCrop(page));
  expect(x + width / 2).toBeCloseTo(sizes.desktop.width / 2, 0);
});

test('in a dialog the field of an image keeps the focus after its crop', async ({ owner }) => {
  const { page } = await owner();
  const image = await sharp({
    create: { width: 500, height: 400, channels: 3, background: '#c86432' },
  })
    .png()
    .toBuffer();
  await page.goto('/homepage?editar=gamificacao/niveis/novo');
  const field = page.getByRole('group', { name: 'Imagem' });
  const choosing = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: 'Escolher arquivo' }).press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'luz.png', mimeType: 'image/png', buffer: image });
  await page.getByRole('button', { name: 'Usar este recorte' }).press('Enter');
  await expect(field.getByRole('button', { name: 'Trocar arquivo' })).toBeVisible();
  await expect(field.or(field.getByRole('button')).and(page.locator(':focus'))).toHaveCount(1);
});

test('the tools of a text fill one row, each as large as a finger', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.setViewportSize(small);
  const course = await post(page, '/api/v1/courses', { title: 'Retrato' });
  await page.goto(`/gestao/cursos/${course.id}?aba=detalhes`);
  const tools = page.getByRole('toolbar', { name: 'Formatação' }).getByRole('button');
  await expect(tools.first()).toBeVisible();
  const boxes = await Promise.all((await tools.all()).map(boxOf));
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  for (const { width, height } of boxes)
    expect([width, height]).toEqual([expect.closeTo(44, 0), expect.closeTo(44, 0)]);
});

test('Editar site stands before the search on the site and in the management area', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  await page.setViewportSize(small);
  for (const path of ['/homepage', '/gestao/cursos']) {
    await page.goto(path);
    const header = page.locator('header').first();
    const edit = await boxOf(header.getByRole('link', { name: 'Editar site' }));
    const search = await boxOf(header.getByRole('button', { name: 'Buscar' }));
    expect(edit.x + edit.width, path).toBeLessThanOrEqual(search.x);
  }
});

test.describe('of a school with a long name', () => {
  test.use({ schoolName: 'Escola de Retrato' });

  test('the name takes two lines before it is cut', async ({ owner }) => {
    const { page } = await owner('phone');
    await page.setViewportSize(small);
    for (const path of ['/homepage', '/gestao/cursos']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Editar site' })).toBeVisible();
      const name = page.locator('.brand-name > .truncate');
      await expect(name).toHaveText('Escola de Retrato');
      const [wide, shown, high, seen] = await name.evaluate((one) => [
        one.scrollWidth,
        one.clientWidth,
        one.scrollHeight,
        one.clientHeight,
      ]);
      expect(wide, path).toBeLessThanOrEqual(shown!);
      // Letters may reach out of their line, but no third line follows.
      expect(high, path).toBeLessThanOrEqual(seen! + 4);
    }
  });
});

test('after a failed save the two buttons stand beside each other', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.setViewportSize(small);
  await page.goto('/homepage?editar=info');
  await page.getByRole('textbox', { name: /Descrição/ }).fill('Fotografia sem pressa.');
  await page.route('**/update-seo', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'Tente em instantes.' } }),
  );
  await page.getByRole('button', { name: 'Salvar' }).click();
  const again = page.getByRole('button', { name: 'Tentar de novo' });
  await expect(again).toBeVisible();
  const discard = await boxOf(page.getByRole('button', { name: 'Descartar' }));
  expect(discard.y).toBe((await boxOf(again)).y);
});

test('the button and the rows of a panel come where their placeholders stood', async ({
  owner,
}) => {
  const { page } = await owner();
  const { id } = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const level = await post(page, '/api/auth/ranking/levels/create', { name: 'Luz' });
  const permission = { level_id: level.id, array_plans_id: [id] };
  await post(page, '/api/auth/ranking/levels/permissions/create', permission);
  await createQuiz(page, { name: 'Luz' });
  for (const [place, path] of [
    ['gamificacao/niveis', '**/levels/get/**'],
    ['avaliacoes', '**/api/auth/quiz/*'],
  ] as const) {
    const answer = Promise.withResolvers<void>();
    let held = 0;
    await page.route(path, async (route) => {
      held += 1;
      await answer.promise;
      await route.continue();
    });
    await page.goto(`/homepage?editar=${place}`);
    // Until its code has come, the panel has the placeholder of its line of help, too.
    await expect.poll(() => held).toBeGreaterThan(0);
    const panel = page.locator('.edit-drawer [data-top]');
    const placeholders = panel.getByRole('status').filter({ hasText: 'Carregando' });
    await expect(placeholders.locator('.skeleton').first()).toBeVisible();
    const button = await boxOf(placeholders.locator('.skeleton').first());
    const row = await boxOf(placeholders.locator('.divide-y > span').first());
    answer.resolve();
    const add = await boxOf(panel.getByRole('button', { name: 'Novo' }));
    expect(Math.abs(add.y - button.y), place).toBeLessThan(2);
    expect(Math.abs(add.height - button.height), place).toBeLessThan(2);
    const { y } = await boxOf(panel.getByRole('listitem').first());
    expect(Math.abs(y - row.y), place).toBeLessThan(2);
  }
});

test('on a phone the name of a quiz keeps its room once there is a step to undo', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const id = await createQuiz(page, { name: 'Luz e sombra' });
  await page.goto(`/quiz?id=${id}&type=comun`);
  await expect(page.getByText('Uma a uma, ou cole várias de uma vez').first()).toBeVisible();
  await page.getByRole('button', { name: 'Nova pergunta' }).first().click();
  await page.getByRole('textbox', { name: 'Pergunta 1' }).fill('Que abertura?');
  const undo = await boxOf(page.getByRole('button', { name: 'Desfazer' }));
  const name = await boxOf(page.getByRole('heading', { name: 'Luz e sombra' }));
  expect(name.width).toBeGreaterThan(100);
  expect(undo.y).toBeGreaterThan(name.y + name.height);
  const row = page.getByRole('tablist', { name: 'Avaliação' });
  expect(await row.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(0);
});

test('at 1024 px the name of a quiz has its room beside undo and the time of the save', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.setViewportSize({ width: 1024, height: 768 });
  const id = await createQuiz(page, { name: 'Que fotógrafo mora em você?' });
  await page.goto(`/quiz?id=${id}&type=comun`);
  await page.getByRole('button', { name: 'Nova pergunta' }).first().click();
  await page.getByRole('textbox', { name: 'Pergunta 1' }).fill('Que abertura?');
  await expect(page.getByText(/^salvo às/)).toBeAttached();
  const name = page.getByText('Que fotógrafo mora em você?');
  expect(await name.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0);
});

test('a failed save leaves the header of a quiz as it was', async ({ owner }) => {
  const { page } = await owner();
  const id = await createQuiz(page, { name: 'Luz e sombra na fotografia de retrato' });
  await page.route('**/questions', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  for (const [width, isPhone] of [
    [360, true],
    [1024, false],
    [1440, false],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/quiz?id=${id}&type=comun`);
    await page.getByRole('button', { name: 'Nova pergunta' }).first().click();
    await page.getByRole('textbox', { name: 'Pergunta 1' }).fill('Que abertura?');
    const header = page.locator('header', { has: page.getByRole('tablist') });
    await expect(header.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    const { height } = await boxOf(header);
    const retry = page.getByRole('button', { name: 'Tentar de novo' });
    await expect(retry).toBeVisible();
    const after = await boxOf(header);
    expect(after.height).toBe(height);
    expect((await boxOf(retry)).y).toBeGreaterThanOrEqual(after.y + after.height);
    if (isPhone) continue;
    const name = await boxOf(page.getByRole('heading', { level: 1 }));
    const tabs = await boxOf(page.getByRole('tablist', { name: 'Avaliação' }));
    expect(name.x + name.width).toBeLessThanOrEqual(tabs.x);
    expect(name.width).toBeGreaterThan(100);
  }
});
