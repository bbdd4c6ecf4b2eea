import type { Locator } from '@playwright/test';
import { jpeg } from '../apps/server/test/media.ts';
import { createRanked, post, postForm } from './calls.ts';
import { contrast, luminance } from './contrast.ts';
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

test('in high contrast the place in a menu, a found word and a choice are told apart', async ({
  owner,
}) => {
  const { page } = await owner();
  await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await page.emulateMedia({ forcedColors: 'active' });
  const colorsOf = (element: Locator) =>
    element.evaluate((node) => {
      const { color, backgroundColor, outlineStyle } = getComputedStyle(node);
      return { color, backgroundColor, outlineStyle };
    });

  await page.goto('/gestao/cursos');
  const places = page.locator('.management-place');
  await expect(places.first()).toHaveAttribute('aria-current', 'page');
  expect((await colorsOf(places.first())).outlineStyle).toBe('solid');
  expect((await colorsOf(places.nth(1))).outlineStyle).toBe('none');

  await page.goto('/search?search=luz');
  const mark = page.locator('main mark').first();
  await expect(mark).toHaveText(/luz/i);
  const found = await colorsOf(mark);
  expect(found.color).not.toBe(found.backgroundColor);
  // A transparent ground leaves the word on the page's ground, in nearly its colour.
  expect(found.backgroundColor).not.toBe(TRANSPARENT);

  await page.goto('/homepage?editar=aparencia');
  const choices = page.getByRole('radiogroup', { name: 'Fontes' }).locator('label');
  const chosen = choices.filter({ has: page.locator(':checked') });
  expect((await colorsOf(chosen)).outlineStyle).toBe('solid');
  // The colours to choose from are their own, not the system's.
  const adjusted = await page
    .locator('.color-picker .react-colorful')
    .first()
    .evaluate((node) => getComputedStyle(node).forcedColorAdjust);
  expect(adjusted).toBe('none');
});

test('in high contrast the edge of a menu and of a dialog is a line', async ({ owner }) => {
  const { page } = await owner();
  await post(page, '/api/v1/courses', { title: 'Luz natural' });
  await page.emulateMedia({ forcedColors: 'active' });
  const outlineOf = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node).outlineStyle);

  await page.goto('/gestao/cursos');
  await page.getByRole('button', { name: 'Opções de Luz natural' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  expect(await outlineOf(menu)).toBe('solid');
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await outlineOf(dialog)).toBe('solid');
});

test('in high contrast the templates of the sign-in page show their own colours', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/homepage?editar=login');
  const templates = page.getByRole('group', { name: 'Template' });
  const body = templates.locator('iframe').first().contentFrame().locator('body');
  const ground = () => body.evaluate((node) => getComputedStyle(node).backgroundColor);
  await expect.poll(ground).toBe('rgb(11, 11, 15)');
});

/** Contrast of two colours without transparency, 1 to 21. */
async function contrastOf(locator: Locator, property: 'color' | 'borderTopColor') {
  const [ground, drawn] = await locator.evaluate((node, name) => {
    const context = document.createElement('canvas').getContext('2d', {
      willReadFrequently: true,
    })!;
    // Paints the colour over the page's ground, as the browser does.
    const pixelOf = (...colors: string[]) => {
      for (const color of colors) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const style = getComputedStyle(node);
    const groundColor = style.getPropertyValue('--ground');
    return [pixelOf(groundColor), pixelOf(groundColor, style[name])] as const;
  }, property);
  return contrast(luminance(ground), luminance(drawn));
}

test('who asks for more contrast gets clear edges and no faint text, on the site and in the tool', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  const { page: login } = await visitor();
  await login.goto('/entrar');
  await page.goto('/homepage?editar=info');
  const edges = [
    page.locator('.edit-drawer').getByRole('textbox').first(),
    login.getByLabel('Senha', { exact: true }),
  ];
  for (const edge of edges) {
    await expect(edge).toBeVisible();
    expect(await contrastOf(edge, 'borderTopColor')).toBeLessThan(3);
  }
  for (const screen of [page, login]) await screen.emulateMedia({ contrast: 'more' });
  for (const edge of edges)
    await expect.poll(() => contrastOf(edge, 'borderTopColor')).toBeGreaterThan(4.5);
  const help = page.locator('.edit-drawer .text-text-3').filter({ visible: true }).first();
  await expect(help).toBeVisible();
  expect(await contrastOf(help, 'color')).toBeGreaterThan(10);
});

test('in high contrast no photograph of the school is behind the icons', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/favoritos');
  await page.addStyleTag({
    content: ':root { --page-image: linear-gradient(red, blue) !important }',
  });
  const image = () =>
    page.evaluate(() => getComputedStyle(document.body, '::before').backgroundImage);
  await expect.poll(image).toContain('gradient');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(image).toBe('none');
});

test('in high contrast the icons have the colours of the system, also over a cover', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/search?search=luz');
  const icon = page.locator('main .lucide-search').first();
  await expect(icon).toBeVisible();
  const [drawn, around] = await icon.evaluate((node) =>
    [node, node.parentElement!].map((element) => getComputedStyle(element).color),
  );
  expect(drawn).toBe(around);

  await page.goto('/homepage');
  const header = page.locator('.site-header');
  await expect(header).toBeVisible();
  expect((await styleOf(header)).ground).not.toBe(TRANSPARENT);
});

test('in high contrast each place of the podium has its number in the colour of text', async ({
  owner,
}) => {
  const { page } = await owner();
  await createRanked(page, ['Rosa', 'Kauê', 'Marina']);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/ranking');
  const numerals = page.locator('.ranking-numeral');
  await expect(numerals).toHaveCount(3);
  const colors = await numerals.evaluateAll((nodes) => {
    const text = getComputedStyle(document.querySelector('h1')!).color;
    return nodes.map((node) => getComputedStyle(node).webkitTextStrokeColor === text);
  });
  expect(colors).toEqual([true, true, true]);
});

test('in high contrast the bars of the banners have the colours of the system', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  for (const title of ['Luz', 'Sombra'])
    await postForm(
      page,
      '/api/auth/config/plataforma/bannersCustom/create',
      { title },
      { field: 'url_image', bytes: await jpeg(2400, 1800) },
    );
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/homepage');
  const line = page.locator('.banner-bar-line').first();
  await expect(line).toBeVisible();
  const system = await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.cssText = 'color: CanvasText; background: GrayText; forced-color-adjust: none';
    document.body.append(probe);
    const { color, backgroundColor } = getComputedStyle(probe);
    return [color, backgroundColor];
  });
  const fill = line.locator('.banner-bar-fill');
  expect([(await styleOf(fill)).ground, (await styleOf(line)).ground]).toEqual(system);
});
