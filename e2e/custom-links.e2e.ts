import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, type Visitor, test } from './fixtures.ts';

const addLink = async ({ page }: Visitor, title: string, url: string) => {
  await page.getByRole('button', { name: 'Novo link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo link' });
  await dialog.getByRole('textbox', { name: 'Título' }).fill(title);
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
};

test('the owner edits the links over the page, and the page answers', async ({ owner }) => {
  const { page, ...rest } = await owner();
  await page.getByRole('button', { name: /Abrir menu de/ }).click();
  await page.getByRole('button', { name: 'Editar site' }).click();
  await expect(page.getByRole('heading', { name: 'Você está no modo edição' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Header/ }).click();
  await addLink({ page, ...rest }, 'Agenda', 'https://agenda.example.com');
  await addLink({ page, ...rest }, 'Loja', 'loja.example.com');
  await addLink({ page, ...rest }, 'Clube', 'clube.example.com');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const links = menu.getByRole('link', { name: /Agenda|Loja|Clube/ });
  await expect(links).toHaveText(['Agenda', 'Loja', 'Clube']);
  expect(await menu.getByRole('link', { name: 'Agenda' }).getAttribute('href')).toBe(
    'https://agenda.example.com',
  );
  // A short title keeps no width that it does not fill: all places stand equally far apart.
  const spare = await links.evaluateAll((all) =>
    all.map((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return Math.abs(Math.round(link.clientWidth - text.getBoundingClientRect().width));
    }),
  );
  expect(spare).toEqual([0, 0, 0]);
  await expect(page.getByText('Você pode criar no máximo 3 (três) links')).toBeVisible();
  await expectAccessible(page);

  // By keyboard: pick up, two down, drop.
  await page
    .getByRole('button', { name: /Agenda/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Agenda na mão, posição 1 de 3')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Agenda agora na posição 2 de 3')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Agenda agora na posição 3 de 3')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(links).toHaveText(['Loja', 'Clube', 'Agenda']);

  // The URL holds the place: a reload keeps it, Back and Esc go one panel up.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Header' })).toBeVisible();
  await expect(links).toHaveText(['Loja', 'Clube', 'Agenda']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Você está no modo edição' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Você está no modo edição' })).toBeHidden();
});

test('on a phone the drawer fills the screen', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=header');
  await expect(page.getByRole('heading', { name: 'Header' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const drawer = await page.getByRole('dialog').boundingBox();
  expect(drawer!.width).toBe(360);
  await expectAccessible(page);
});
