import { expectAccessible } from './expectations.ts';
import { expect, test } from './fixtures.ts';

test('a new name shows everywhere: in the page at once, and in the served HTML', async ({
  owner,
  visitor,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=info');
  await page.getByRole('textbox', { name: 'Nome da plataforma' }).fill('Luz & Sombra');
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Aulas "curtas" de fotografia');
  await expect(page.getByRole('banner').getByText('Luz & Sombra')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Dados alterados com sucesso!')).toBeVisible();
  await expect(page).toHaveTitle('Luz & Sombra');

  const { page: visitorPage } = await visitor();
  const html = await (await visitorPage.goto('/entrar'))!.text();
  expect(html).toContain('<title>Luz &amp; Sombra</title>');
  expect(html).toContain('<meta property="og:title" content="Luz &amp; Sombra">');
  for (const name of ['name="description"', 'property="og:description"'])
    expect(html).toContain(`<meta ${name} content="Aulas &quot;curtas&quot; de fotografia">`);
  const manifest = await visitorPage.evaluate(
    async () => (await fetch('/manifest.webmanifest')).json() as Promise<{ name: string }>,
  );
  expect(manifest.name).toBe('Luz & Sombra');
});

test('an address with an unknown section of the drawer opens the list of sections', async ({
  owner,
}) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=nada');
  await page.getByRole('button', { name: /^Informações/ }).click();
  await expect(page.getByRole('textbox', { name: 'Nome da plataforma' })).toBeVisible();
});
