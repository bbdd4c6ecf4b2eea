import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  newSchool,
  openBrowser,
  owner,
  visitor,
} from './browser.ts';

openBrowser();

test('the owner writes the terms, and everybody can read them', async () => {
  const school = await newSchool();
  const { page } = await owner(school);
  await page.goto('/homepage?editar=footer');
  await page.getByRole('switch', { name: 'Ativar footer?' }).click();
  await page.getByText('salvo').waitFor();
  const foot = page.getByRole('contentinfo');
  await foot.waitFor();
  expect(await foot.getByRole('link').count()).toBe(0);

  await page.getByRole('button', { name: /Termos de uso/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Termos de uso' });
  const text = dialog.getByRole('textbox', { name: 'Termos de uso' });
  await text.click();
  await page.keyboard.type('Vale o que está ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('escrito');
  await expectAccessible(page);
  // Typed text is not lost by accident.
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await foot.getByRole('link', { name: 'Termos de uso' }).waitFor();

  await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/contraluz');
  await foot.getByRole('link', { name: /Instagram/ }).waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Alterações não salvas').waitFor({ state: 'hidden' });

  const { page: seen } = await visitor(school, 'phone');
  await seen.goto('/entrar');
  await seen.getByRole('link', { name: 'Termos de uso' }).click();
  await seen.getByRole('heading', { name: 'Termos de uso' }).waitFor();
  expect(await seen.locator('strong').textContent()).toBe('escrito');
  expect(await seen.title()).toBe('Termos de uso · Contraluz');
  await expectAccessible(seen);
  await expectNoSidewaysScroll(seen);
  expect((await seen.goto('/privacidade'))!.status()).toBe(404);
});
