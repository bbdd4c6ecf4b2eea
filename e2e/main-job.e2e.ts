import type { Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { canvasCourse } from '../apps/server/test/cartridges/canvas-exports.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

/** A course in the form of a Canvas export. */
async function cartridge() {
  const file = test.info().outputPath('course.imscc');
  await writeFile(file, canvasCourse());
  return { file, course: 'Curso de fotografia' };
}

async function addStudent(page: Page, name: string, email: string, product?: string) {
  await page.goto('/gestao/alunos');
  await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar pessoa' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByLabel('Senha (opcional)').fill('segredo-bom');
  if (product) {
    await dialog.getByRole('combobox').last().click();
    await page.getByRole('option', { name: product }).click();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('an owner imports a course, a student watches it on a phone and returns', async ({
  owner,
  signIn,
}) => {
  const { file, course } = await cartridge();
  const { page } = await owner();

  await page.goto('/gestao/produtos');
  await page
    .getByRole('button', { name: /Novo produto|Criar produto/ })
    .first()
    .click();
  const product = page.getByRole('dialog');
  await product.getByRole('textbox').fill('Plano Estúdio');
  await product.getByRole('button', { name: /Salvar|Criar/ }).click();
  await expect(product).toBeHidden();

  await page.goto('/gestao/importar');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Plano Estúdio' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Importar curso' }).click();
  await page.getByRole('link', { name: 'Abrir o curso' }).click({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: course })).toBeVisible();
  await expectAccessible(page);

  // Content that was hidden on the other platform arrives as drafts.
  const drafts = page.getByRole('button', { name: /^Publicar / });
  await expect(drafts.first()).toBeVisible();
  for (let left = await drafts.count(); left > 0; left -= 1) {
    await drafts.first().click();
    await expect(drafts).toHaveCount(left - 1);
  }

  await page.getByRole('tab', { name: 'Na página inicial' }).click();
  await page.getByRole('textbox', { name: 'Novo carrossel' }).fill('Para aprender do zero');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: /Para aprender do zero/ })).toBeVisible();

  await addStudent(page, 'Marina Teles', 'marina@example.com', 'Plano Estúdio');
  await addStudent(page, 'Bento Lemos', 'bento@example.com');

  // A student with the product, on a phone.
  const marina = await signIn('marina@example.com', 'segredo-bom', 'phone');
  await expect(marina.page.getByRole('heading', { name: 'Para aprender do zero' })).toBeVisible();
  await expectNoSidewaysScroll(marina.page);
  await expectAccessible(marina.page);
  await marina.page
    .getByRole('link', { name: new RegExp(course) })
    .last()
    .click();
  await expect(marina.page.getByRole('heading', { level: 1, name: course })).toBeVisible();
  await expectAccessible(marina.page);
  await marina.page.getByRole('link', { name: 'Começar' }).click();
  await expect(marina.page.getByRole('button', { name: 'Concluir aula' })).toBeVisible();
  await expectNoSidewaysScroll(marina.page);
  const first = await marina.page.getByRole('heading', { level: 1 }).textContent();
  await marina.page.getByRole('button', { name: 'Concluir aula' }).click();
  await expect(marina.page.getByRole('button', { name: 'Aula concluída' })).toBeVisible();
  await marina.context.close();

  // Later in another browser, she continues where she stopped.
  const later = await signIn('marina@example.com', 'segredo-bom', 'phone');
  await later.page
    .getByRole('link', { name: /^Continuar/ })
    .first()
    .click();
  await expect(later.page.getByRole('button', { name: 'Concluir aula' })).toBeVisible();
  expect(await later.page.getByRole('heading', { level: 1 }).textContent()).not.toBe(first);

  // A student without the product: locked with the reason, and no lesson opens.
  const bento = await signIn('bento@example.com', 'segredo-bom', 'phone');
  await expect(bento.page.getByText('Plano Estúdio').first()).toBeVisible();
  await bento.page.goto(new URL(later.page.url()).pathname);
  await expect(bento.page.getByText('Plano Estúdio').first()).toBeVisible();
  expect(await bento.page.getByRole('button', { name: 'Concluir aula' }).count()).toBe(0);
  await expectAccessible(bento.page);
});
