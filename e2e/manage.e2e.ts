import { join } from 'node:path';
import { createLesson, post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, sizes, test } from './fixtures.ts';

const places = ['cursos', 'alunos', 'produtos', 'importar', 'emails'];

test('an owner sells a course: product, course, lesson, person', async ({ owner }) => {
  const { page } = await owner();
  const dialog = (name: string) => page.getByRole('dialog', { name });

  await page.goto('/gestao/produtos');
  await page.getByRole('button', { name: 'Novo produto' }).click();
  await dialog('Novo produto').getByRole('textbox', { name: 'Nome' }).fill('Plano Anual');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ativo · Ninguém ainda')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Cursos', exact: true }).first().click();
  await page.getByRole('button', { name: 'Novo curso' }).click();
  const course = dialog('Novo curso');
  await course.getByRole('textbox', { name: 'Título' }).fill('Retrato');
  await course.getByRole('combobox', { name: 'Produtos' }).fill('anual');
  await page.getByRole('option', { name: 'Plano Anual' }).click();
  await course.getByRole('button', { name: 'Criar curso' }).click();

  // The builder opens with the focus in the first input. Enter adds one entry after another.
  await expect(page.getByRole('heading', { name: 'Retrato' })).toBeVisible();
  await page.keyboard.type('Começo');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Nova aula em Começo' }).fill('A janela');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'A janela' })).toBeVisible();
  await page.keyboard.type('A rua');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'A rua' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções de A rua' }).click();
  await page.getByRole('menuitem', { name: 'Mover para cima' }).click();
  const lessons = page.getByRole('list', { name: 'Aulas de Começo' }).getByRole('link');
  await expect(lessons).toHaveText(['A rua', 'A janela']);

  await page.getByRole('link', { name: 'A janela' }).click();
  await page.getByRole('radio', { name: 'Link ou código' }).check({ force: true });
  const player = page.getByRole('textbox', { name: 'Link ou código do vídeo' });
  await player.fill('https://youtu.be/dQw4w9WgXcQ');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Adicionar arquivos' }).click();
  await (await chooser).setFiles(join(import.meta.dirname, 'fixtures.ts'));
  await expect(page.getByRole('button', { name: 'Remover fixtures.ts' })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Dados salvos com sucesso.')).toBeVisible();
  await expect(player).toHaveValue(/youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Pessoas' }).first().click();
  await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
  const person = dialog('Adicionar pessoa');
  await person.getByRole('textbox', { name: 'Nome' }).fill('Maria Eduarda');
  await person.getByRole('textbox', { name: 'E-mail' }).fill('maria@example.com');
  await person.getByRole('button', { name: 'Adicionar' }).click();
  // This server sends no mails, so the owner passes on the link.
  await expect(
    dialog('Link de acesso de Maria Eduarda').getByRole('textbox', { name: 'Link de acesso' }),
  ).toHaveValue(/\/entrar\/senha\?token=/);
  await expectAccessible(page);
});

test('on a phone every page of the management area fits, and can be reached', async ({ owner }) => {
  const { page } = await owner('phone');
  for (const place of places) {
    await page.goto(`/gestao/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Gestão' }).getByRole('link');
    await expect(tabs).toHaveText([
      'Cursos',
      'Pessoas',
      'Produtos',
      'Moderação',
      'Ao vivo',
      'E-mails',
      'Importar',
      'Dados pessoais',
      // The entry shows how much storage the school uses.
      /^Espaço/,
    ]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  // With more tabs than fit, the current one is fully visible.
  const { id } = await post(page, '/api/v1/courses', { title: 'Retrato' });
  await page.goto(`/gestao/cursos/${id}?aba=inicio`);
  const tab = page.getByRole('tab', { name: 'Na página inicial' });
  await expect
    .poll(() => tab.evaluate((element) => element.getBoundingClientRect().right))
    .toBeLessThanOrEqual(sizes.phone.width);
});

test('on a phone a lesson with a long video address fits', async ({ owner }) => {
  const { page } = await owner('phone');
  const lesson = await createLesson(page, {
    title: 'A janela',
    embed: `https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${'PL'.repeat(40)}`,
  });
  await page.goto(`/gestao/cursos/${lesson.courseId}/aulas/${lesson.id}`);
  const player = page.getByRole('textbox', { name: 'Link ou código do vídeo' });
  await expect(player).toHaveValue(/youtube-nocookie/);
  await expectNoSidewaysScroll(page);
});

test('Ajuda explains where to do things, and links there', async ({ owner }) => {
  const { page, context } = await owner('phone');
  await page.goto('/homepage?editar');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Ajuda' }).click();
  const help = await opened;
  await expect(help.getByRole('heading', { level: 1, name: 'Ajuda' })).toBeVisible();
  await expectAccessible(help);
  await expectNoSidewaysScroll(help);
  const ways = await help.getByRole('link', { name: /^Abrir / }).all();
  expect(ways.length).toBeGreaterThan(5);
  for (const [index, way] of ways.entries()) {
    const name = (await way.textContent())!
      .replace('Abrir ', '')
      .replace('o modo edição', 'modo edição');
    await way.click();
    // The heading of a page or of a drawer's panel.
    await expect(help.getByRole('heading', { name: new RegExp(name) }).first()).toBeVisible();
    if (index + 1 < ways.length) await help.goto('/gestao/ajuda');
  }
});

test('the management area has the tool’s colours at any school', async ({ owner }) => {
  const { page } = await owner();
  await post(page, '/api/auth/config/plataforma/updateCustomBasic', {
    background_color_primary: '#fbfaf8',
    text_color: '#221b26',
    background_image: '/backgrounds/13.svg',
  });
  await page.goto('/gestao/produtos');
  await expect(page.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
  const ground = page.locator('.management-ground');
  await expect(ground).toHaveCSS('background-color', 'rgb(23, 23, 28)');
  await expect(ground).toHaveCSS('background-image', 'none');
  await page.getByRole('button', { name: 'Novo produto' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCSS('background-color', 'rgb(23, 23, 28)');
  await expectAccessible(page);
});

test('the placeholder of a list begins at the edge of its title', async ({ owner }) => {
  const { page } = await owner();
  // The answer never comes.
  await page.route('**/api/auth/admin/products/get**', () => undefined);
  await page.goto('/gestao/produtos');
  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => Math.round(node.getBoundingClientRect().left));
  await expect(page.locator('main .skeleton:visible').first()).toBeVisible();
  expect(await leftOf('main .skeleton:visible')).toBe(await leftOf('main h1'));
});
