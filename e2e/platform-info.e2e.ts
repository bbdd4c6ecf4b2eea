import { expect, test } from 'vitest';
import { expectAccessible, newSchool, openBrowser, owner, visitor } from './browser.ts';

openBrowser();

test('a new name is the name everywhere: in the page at once, in the HTML as served', async () => {
  const school = await newSchool();
  const { page } = await owner(school);
  await page.goto('/homepage?editar=info');
  await page.getByRole('textbox', { name: 'Nome da plataforma' }).fill('Luz & Sombra');
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Aulas "curtas" de fotografia');
  await page.getByRole('banner').getByText('Luz & Sombra').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Dados alterados com sucesso!').waitFor();
  expect(await page.title()).toBe('Luz & Sombra');

  const { page: seen } = await visitor(school);
  const html = await (await seen.goto('/entrar'))!.text();
  expect(html).toContain('<title>Luz &amp; Sombra</title>');
  expect(html).toContain('<meta property="og:title" content="Luz &amp; Sombra">');
  for (const name of ['name="description"', 'property="og:description"'])
    expect(html).toContain(`<meta ${name} content="Aulas &quot;curtas&quot; de fotografia">`);
  const manifest = await seen.evaluate(
    async () => (await fetch('/manifest.webmanifest')).json() as Promise<{ name: string }>,
  );
  expect(manifest.name).toBe('Luz & Sombra');
});
