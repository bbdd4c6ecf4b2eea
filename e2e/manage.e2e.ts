import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  newSchool,
  openBrowser,
  owner,
  sizes,
  type Visitor,
} from './browser.ts';
import { post } from './calls.ts';

openBrowser();

const places = ['cursos', 'alunos', 'produtos', 'importar'];

const form = ({ page }: Visitor, name: string) => page.getByRole('dialog', { name });

test('an owner sells a course: product, course, lesson, person', async () => {
  const me = await owner(await newSchool());
  const { page } = me;

  await page.goto('/gestao/produtos');
  await page.getByRole('button', { name: 'Novo produto' }).click();
  await form(me, 'Novo produto').getByRole('textbox', { name: 'Nome' }).fill('Plano Anual');
  await page.keyboard.press('Enter');
  await page.getByText('Ativo · Ninguém ainda').waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Cursos' }).first().click();
  await page.getByRole('button', { name: 'Novo curso' }).click();
  const course = form(me, 'Novo curso');
  await course.getByRole('textbox', { name: 'Título' }).fill('Retrato');
  await course.getByRole('combobox', { name: 'Produtos' }).fill('anual');
  await page.getByRole('option', { name: 'Plano Anual' }).click();
  await course.getByRole('button', { name: 'Criar curso' }).click();

  // The builder opens where one begins: Enter after Enter.
  await page.getByRole('heading', { name: 'Retrato' }).waitFor();
  await page.keyboard.type('Começo');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Nova aula em Começo' }).fill('A janela');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'A janela' }).waitFor();
  await page.keyboard.type('A rua');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'A rua' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções de A rua' }).click();
  await page.getByRole('menuitem', { name: 'Mover para cima' }).click();
  const lessons = page.getByRole('list', { name: 'Aulas de Começo' }).getByRole('link');
  await expect.poll(() => lessons.allTextContents()).toEqual(['A rua', 'A janela']);

  await page.getByRole('link', { name: 'A janela' }).click();
  await page.getByRole('radio', { name: 'Player' }).check({ force: true });
  const player = page.getByRole('textbox', { name: 'Link ou código do player' });
  await player.fill('https://youtu.be/dQw4w9WgXcQ');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Adicionar arquivos' }).click();
  await (await chooser).setFiles(join(import.meta.dirname, 'browser.ts'));
  await page.getByRole('button', { name: 'Remover browser.ts' }).waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Dados salvos com sucesso.').waitFor();
  await expect.poll(() => player.inputValue()).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pessoas' }).first().click();
  await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
  const person = form(me, 'Adicionar pessoa');
  await person.getByRole('textbox', { name: 'Nome' }).fill('Maria Eduarda');
  await person.getByRole('textbox', { name: 'E-mail' }).fill('maria@example.com');
  await person.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByText('Enviamos um convite para maria@example.com.').waitFor();
  await expectAccessible(page);
});

test('on a phone every place of the management fits, and can be reached', async () => {
  const { page } = await owner(await newSchool(), 'phone');
  for (const place of places) {
    await page.goto(`/gestao/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const tabs = page.getByRole('navigation', { name: 'Gestão' }).getByRole('link');
    expect(await tabs.allTextContents()).toEqual(['Cursos', 'Pessoas', 'Produtos', 'Importar']);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  // Of more tabs than fit, the open one is seen whole.
  const { id } = await post(page, '/api/v1/courses', { title: 'Retrato' });
  await page.goto(`/gestao/cursos/${id}?aba=inicio`);
  const tab = page.getByRole('tab', { name: 'Na página inicial' });
  await expect
    .poll(() => tab.evaluate((element) => element.getBoundingClientRect().right))
    .toBeLessThanOrEqual(sizes.phone.width);
});

test('Ajuda says where things are done, and leads there', async () => {
  const { page, context } = await owner(await newSchool(), 'phone');
  await page.goto('/homepage?editar');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Ajuda' }).click();
  const help = await opened;
  await help.getByRole('heading', { level: 1, name: 'Ajuda' }).waitFor();
  await expectAccessible(help);
  await expectNoSidewaysScroll(help);
  const ways = await help.getByRole('link', { name: /^Abrir / }).all();
  expect(ways.length).toBeGreaterThan(5);
  for (const [at, way] of ways.entries()) {
    const name = (await way.textContent())!
      .replace('Abrir ', '')
      .replace('o modo edição', 'modo edição');
    await way.click();
    // A page by its heading, a panel of the drawer by its own.
    await help
      .getByRole('heading', { name: new RegExp(name) })
      .first()
      .waitFor();
    if (at + 1 < ways.length) await help.goto('/gestao/ajuda');
  }
});
