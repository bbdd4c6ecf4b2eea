import type { Locator } from '@playwright/test';
import { createLesson, post } from './calls.ts';
import { partsOf } from './contrast.ts';
import { expect, sizes, test } from './fixtures.ts';

/** The largest of red, green and blue of a text's colour, 0 to 255. */
const lightestPart = async (text: Locator) =>
  Math.max(...partsOf(await text.evaluate((element) => getComputedStyle(element).color)));

test('on paper a page is its content: no bar covers the text of a sheet', async ({ owner }) => {
  const { page } = await owner('phone');
  const product = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  const lesson = await createLesson(
    page,
    { title: 'A janela', content: '<p>Um pano branco.</p>' },
    { product_ids: [product.id] },
  );
  for (const [path, text, bars] of [
    ['/meus-cursos', 'Meus cursos', ['.site-header', '.phone-tabs']],
    [lesson.path, 'Um pano branco.', ['.phone-bar', '.lesson-action >> nth=0']],
    ['/gestao/produtos', 'O que seus alunos compram', ['.management-header', '.management-places']],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    const shown = page.locator('main').getByText(text).first();
    await expect(shown).toBeVisible();
    for (const bar of bars) await expect(page.locator(bar)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    for (const bar of bars) await expect(page.locator(bar)).toBeHidden();
    await expect(shown).toBeVisible();
    // A browser prints no ground: light text would be grey on white.
    expect(await lightestPart(shown)).toBeLessThan(128);
    await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeHidden();
  }
});

test('a sheet of a lesson with a video shows its text, not the list of lessons', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const { path } = await createLesson(page, {
    title: 'A janela',
    content: '<p>Um pano branco.</p>',
    embed: 'https://www.youtube.com/watch?v=abcdefghijk',
  });
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.getByRole('tab', { name: 'Comentários' })).toBeVisible();
    const text = page.getByText('Um pano branco.');
    await expect(text).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(text).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Aulas/ })).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Aulas do curso' })).toBeHidden();
  }
});
