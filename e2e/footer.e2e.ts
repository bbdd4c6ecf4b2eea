import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test('the owner writes the terms, and everybody can read them', async ({ owner, visitor }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=footer');
  const visible = page.getByRole('switch', { name: 'Ativar footer?' });
  await visible.click();
  await expect(visible).toBeChecked();
  const foot = page.getByRole('contentinfo');
  await expect(foot).toBeVisible();
  expect(await foot.getByRole('link').count()).toBe(0);

  // A double click opens it too: its second press is none beside the dialog.
  await page.getByRole('button', { name: /Termos de uso/ }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Termos de uso' });
  const text = dialog.getByRole('textbox', { name: 'Termos de uso' });
  await text.click();
  await page.keyboard.type('Vale o que está ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('escrito');
  await page.keyboard.press('Control+b');
  // The author writes on after a link, and after leaving its form.
  const address = dialog.getByRole('textbox', { name: 'Endereço do link' });
  for (const key of ['Enter', 'Escape']) {
    await page.keyboard.press('Control+k');
    await address.fill('contraluz.example.com');
    await address.press(key);
    await page.keyboard.type(` e depois de ${key}`);
    await expect(text).toContainText(` e depois de ${key}`);
    await expect(text).toBeFocused();
  }
  await expectAccessible(page);
  // Cancelling asks before it loses typed text, and so does Esc in the text.
  const stay = page.getByRole('button', { name: 'Continuar editando' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await stay.click();
  await text.press('Escape');
  await stay.click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(foot.getByRole('link', { name: 'Termos de uso' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Instagram' }).fill('https://instagram.com/contraluz');
  await expect(foot.getByRole('link', { name: /Instagram/ })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Alterações não salvas')).toBeHidden();

  const { page: visitorPage } = await visitor('phone');
  await visitorPage.goto('/entrar');
  await visitorPage.getByRole('link', { name: 'Termos de uso' }).click();
  await expect(visitorPage.getByRole('heading', { name: 'Termos de uso' })).toBeVisible();
  expect(await visitorPage.locator('strong').textContent()).toBe('escrito');
  expect(await visitorPage.title()).toBe('Termos de uso · Contraluz');
  await expectAccessible(visitorPage);
  await expectNoSidewaysScroll(visitorPage);
  expect((await visitorPage.goto('/privacidade'))!.status()).toBe(404);
});
