import { createLesson, post } from './calls.ts';
import { expectAccessible } from './expectations.ts';
import { expect, type Visitor, test } from './fixtures.ts';

/**
 * Creates courses that a product opens, in a carousel of the home page. There are enough for the page
 * to scroll.
 */
async function withShowcase({ page }: Visitor) {
  const plan = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const course = await post(page, '/api/v1/courses', {
    title: 'Luz natural',
    product_ids: [plan.id],
  });
  for (const title of ['Primeira fileira', 'Segunda fileira', 'Terceira fileira'])
    await post(page, '/api/auth/config/plataforma/carrossel/create', {
      title,
      type: '1',
      card_type: 'vertical',
      content: [course.id],
    });
}

test('the phone preview shows unsaved edits at the same scroll position', async ({ owner }) => {
  const someone = await owner();
  const { page } = someone;
  await withShowcase(someone);
  await page.goto('/homepage?editar=aparencia');
  const lowest = page.getByRole('region', { name: 'Primeira fileira' });
  await lowest.scrollIntoViewIfNeeded();
  await page.getByText('Celular', { exact: true }).click();
  const frame = page.locator('iframe[title="O site no celular"]');
  const phone = frame.contentFrame();
  const row = phone.getByRole('region', { name: 'Primeira fileira' });
  await expect(frame).toHaveJSProperty('clientWidth', 390);
  await expect(row).toBeInViewport();

  // The iframe previews typed values before they are saved.
  await page.getByRole('textbox', { name: 'Cor principal' }).first().fill('#00aa88');
  const site = phone.locator('html');
  await expect(site).toHaveCSS('--brand', '#00aa88');
  expect(await phone.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(site).not.toHaveCSS('--brand', '#00aa88');

  await page.getByText('Desktop', { exact: true }).click();
  await expect(phone.locator('body')).not.toBeAttached();
  await expect(lowest).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('a template is chosen on a lesson of the school, from any page', async ({ owner }) => {
  const someone = await owner();
  const { page } = someone;
  await createLesson(page, { title: 'A janela', content: '<p>Luz.</p>' });
  await page.goto('/homepage?editar=aula/ajustes');
  const lesson = page.frameLocator('iframe[title="Uma aula da escola"]');
  await expect(lesson.getByRole('heading', { name: 'A janela' })).toBeVisible();
  const list = lesson.getByRole('button', { name: /Aulas 0\/1/ });
  expect(await list.count()).toBe(0);
  await page.getByText('Sequência', { exact: true }).click();
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fechar' }).click();
  await expect(lesson.locator('body')).not.toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/homepage');
});

test('a marquee is previewed on a lesson of the school, whatever its course', async ({ owner }) => {
  const { page } = await owner();
  await createLesson(page, { title: 'A janela' });
  await post(page, '/api/v1/products', { title: 'Plano Luz' });
  await page.goto('/homepage?editar=aula/letreiro');
  const lesson = page.frameLocator('iframe[title="Uma aula da escola"]');
  await expect(lesson.getByRole('heading', { name: 'A janela' })).toBeVisible();
  await page.getByRole('button', { name: 'Novo letreiro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo letreiro' });
  await dialog.getByLabel('Texto').fill('Sábado tem saída');
  await dialog.getByRole('combobox', { name: 'Produto' }).click();
  await page.getByRole('option', { name: 'Plano Luz' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(lesson.getByRole('marquee')).toContainText('Sábado tem saída');
});

test('the page is previewed as a student, without writing', async ({ owner }) => {
  const someone = await owner();
  const { page } = someone;
  await withShowcase(someone);
  await page.goto('/homepage?editar=vitrine');
  // The checklist on the page below has the same button, which opens with a product.
  const preview = page.getByRole('region', { name: 'Prévia' });
  await preview.getByRole('button', { name: 'Ver como aluno' }).click();
  const view = page.getByRole('dialog', { name: 'Ver como aluno' });
  const site = page.frameLocator('iframe[title="O site como o aluno vê"]');
  const card = site.getByRole('region', { name: 'Primeira fileira' }).getByRole('listitem');
  await expect(card.getByText('Plano Luz')).toBeVisible();
  await expectAccessible(page);

  await view.getByRole('button', { name: 'Aluno com: nenhum produto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Produtos do aluno' });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Plano Luz' }).click();
  await page.keyboard.press('Escape'); // the list, not the dialog
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await expect(card.getByText('Plano Luz')).not.toBeAttached();

  // The frame loads the page anew for the products, and its code takes over.
  await expect(site.getByRole('button', { name: /Abrir menu de/ })).toBeVisible();
  await card.getByRole('link').click();
  await expect(site.getByRole('heading', { level: 1, name: 'Luz natural' })).toBeVisible();
  // Waits for the URL, because home has the same title and its cards have the same hearts.
  const places = () => page.frames().map((frame) => frame.url()); // '' while a frame is attached
  await expect.poll(places).toContainEqual(expect.stringMatching(/\/courses\/\d+(?:\?|$)/));
  const heart = site.getByRole('button', { name: 'Minha lista: Luz natural' });
  await expect(heart).toHaveCount(1);
  await heart.click();
  await expect(site.getByText('Você está vendo como aluno: aqui nada é gravado.')).toBeVisible();
  await site.getByRole('button', { name: /Abrir menu de/ }).click();
  await expect(site.getByRole('link', { name: 'Favoritos' }).last()).toBeVisible();
  expect(await site.getByRole('button', { name: 'Editar site' }).count()).toBe(0);

  await view.getByRole('button', { name: 'Voltar a editar' }).click();
  await expect(view).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Vitrine' })).toBeVisible();
});
