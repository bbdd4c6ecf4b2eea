import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  newSchool,
  openBrowser,
  owner,
  signIn,
  visitor,
} from './browser.ts';
import { post } from './calls.ts';

openBrowser();

const password = 'segredo-bom';
const carousel = '/api/auth/config/plataforma/carrossel';

/** Two courses that a product opens to Marina, and a third that it does not. */
async function newShowcase() {
  const school = await newSchool();
  const { page } = await owner(school);
  const made = async (path: string, body: object): Promise<number> =>
    (await post(page, path, body)).id;
  const yearly = await made('/api/v1/products', { title: 'Plano Anual' });
  const studio = await made('/api/v1/products', { title: 'Plano Estúdio' });
  const course = async (title: string, product: number) => {
    const id = await made('/api/v1/courses', { title, product_ids: [product] });
    for (const part of ['primeiros passos', 'na rua']) {
      const module = await made(`/api/v1/courses/${id}/modules`, { title: `${title}, ${part}` });
      for (const place of ['a janela', 'o quintal'])
        await made(`/api/v1/modules/${module}/lessons`, { title: `${title}, ${part}: ${place}` });
    }
    return id;
  };
  const courses = {
    light: await course('Luz natural', yearly),
    portrait: await course('Retrato', yearly),
    night: await course('Noite', studio),
  };
  const marina = { name: 'Marina Teles', email: 'marina@example.com', password };
  await post(page, '/api/v1/members', { ...marina, product_ids: [yearly] });
  const addRow = (title: string, content: number[]) =>
    post(page, `${carousel}/create`, { title, type: '1', content });
  return { school, page, courses, addRow };
}

const titles = (page: Page) => page.locator('.card-row-title').allTextContents();
const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) =>
  row(page, name)
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => link.querySelector('.card-title, .poster-title')?.textContent),
    );
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Novo carrossel' });

async function begin(page: Page, title: string, kind: 'Cursos' | 'Módulos' | 'Aulas') {
  await page.getByRole('button', { name: 'Novo carrossel' }).click();
  await wizard(page).getByRole('textbox', { name: 'Título' }).fill(title);
  await wizard(page).getByRole('radio', { name: kind }).check({ force: true });
}

const goOn = (page: Page) => wizard(page).getByRole('button', { name: 'Próximo' }).click();

async function save(page: Page) {
  await wizard(page).getByRole('button', { name: 'Salvar carrossel' }).click();
  await wizard(page).waitFor({ state: 'hidden' });
}

test('the owner makes rows of courses, modules and lessons in three steps', async () => {
  const { school, page } = await newShowcase();
  await page.goto('/homepage?editar=vitrine');

  // Courses by search, in the order chosen by keyboard, lettered and paced in the last step.
  await begin(page, 'Para começar', 'Cursos');
  await wizard(page).getByRole('textbox', { name: 'Descrição' }).fill('Escolhas da semana');
  await wizard(page).getByRole('radio', { name: 'Quadrado' }).check({ force: true });
  await expectAccessible(page);
  await goOn(page);
  const search = wizard(page).getByRole('searchbox', { name: 'Buscar curso' });
  for (const name of ['Retrato', 'Luz natural']) {
    await search.fill(name);
    const found = wizard(page).getByRole('checkbox');
    await expect.poll(() => wizard(page).locator('li label').allTextContents()).toEqual([name]);
    await found.check({ force: true });
  }
  await wizard(page).getByRole('button', { name: 'Reordenar Luz natural' }).focus();
  await page.keyboard.press('Space');
  await page.getByText(/^Luz natural na mão, posição 2 de 2/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowUp');
  await page.getByText('Luz natural agora na posição 1 de 2').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  const preview = wizard(page).getByRole('figure', { name: 'Prévia' });
  await expect
    .poll(() => preview.locator('.card-title').allTextContents())
    .toEqual(['Luz natural', 'Retrato']);
  await expectAccessible(page);
  await wizard(page).getByRole('button', { name: 'Edição avançada' }).last().click();
  await wizard(page).getByRole('combobox', { name: 'Fonte' }).first().click();
  await page.getByRole('option', { name: 'Oswald' }).click();
  await wizard(page).getByRole('switch', { name: 'Passar sozinho' }).click();
  await wizard(page).getByRole('spinbutton', { name: 'Tempo entre os cards' }).fill('9');
  await expectAccessible(page);
  await save(page);

  // The row stands on the page behind, as students get it.
  await expect.poll(() => cards(page, 'Para começar')).toEqual(['Luz natural', 'Retrato']);
  const heading = row(page, 'Para começar').getByRole('heading');
  expect(await heading.evaluate((title) => getComputedStyle(title).fontFamily)).toContain('Oswald');
  await row(page, 'Para começar').getByText('Escolhas da semana').waitFor();
  expect(await row(page, 'Para começar').getAttribute('data-shape')).toBe('square');

  // Lists that follow their course or module: what is added there later comes by itself.
  await begin(page, 'Da luz natural', 'Módulos');
  await goOn(page);
  await wizard(page).getByRole('radio', { name: 'Por curso' }).check({ force: true });
  await wizard(page).getByText('também os que vierem depois').waitFor();
  await wizard(page).getByRole('checkbox', { name: 'Luz natural' }).check({ force: true });
  await save(page);
  await expect
    .poll(() => cards(page, 'Da luz natural'))
    .toEqual(['Luz natural, primeiros passos', 'Luz natural, na rua']);
  await begin(page, 'Retratos na rua', 'Aulas');
  await goOn(page);
  await wizard(page).getByRole('radio', { name: 'Por módulo' }).check({ force: true });
  await wizard(page).getByRole('searchbox', { name: 'Buscar módulo' }).fill('na rua');
  await wizard(page).getByRole('checkbox', { name: 'Retrato, na rua' }).check({ force: true });
  await save(page);
  await expect
    .poll(() => cards(page, 'Retratos na rua'))
    .toEqual(['Retrato, na rua: a janela', 'Retrato, na rua: o quintal']);
  await expectAccessible(page);

  const marina = await signIn(school, 'marina@example.com', password, 'phone');
  await expect
    .poll(() => titles(marina.page))
    .toEqual(['Retratos na rua', 'Da luz natural', 'Para começar']);
  await expectNoSidewaysScroll(marina.page);
  await expectAccessible(marina.page);
});

test('staff order the rows on the page, the system’s too, and say which are published', async () => {
  const { school, page, courses, addRow } = await newShowcase();
  await addRow('Primeira', [courses.light, courses.portrait]);
  await addRow('Segunda', [courses.portrait, courses.night]);
  const marina = await signIn(school, 'marina@example.com', password, 'phone');
  await expect.poll(() => titles(marina.page)).toEqual(['Segunda', 'Primeira']);

  // From the menu of the page; Cancelar leaves everything as it was.
  const listed = page.getByRole('list', { name: 'Carrosséis' }).getByRole('listitem');
  const firstWords = () => listed.locator('p:first-child').allTextContents();
  const startOrdering = async () => {
    await page.goto('/homepage');
    await page.getByRole('button', { name: /^Abrir menu/ }).click();
    await page.getByRole('button', { name: 'Ordenar carrosséis' }).click();
    await expect.poll(firstWords).toContain('Segunda');
  };
  const moveByKeyboard = async (name: string, key: 'ArrowDown' | 'ArrowUp', told: string) => {
    await page.getByRole('button', { name: `Reordenar ${name}` }).focus();
    await page.keyboard.press('Space');
    await page.getByText(`${name} na mão`, { exact: false }).waitFor({ state: 'attached' });
    await page.keyboard.press(key);
    await page.getByText(`${name} agora na posição ${told}`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText(`${name} solto na posição ${told}`).waitFor({ state: 'attached' });
  };
  const before = [
    ...['Continuar assistindo', 'Continuar cursos', 'Continuar módulos'],
    ...['Segunda', 'Primeira', 'Em alta', 'Minha lista'],
  ];
  await startOrdering();
  expect(await firstWords()).toEqual(before);
  await expectAccessible(page);
  await moveByKeyboard('Segunda', 'ArrowDown', '5 de 7');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => titles(page)).toEqual(['Segunda', 'Primeira']);
  await startOrdering();
  expect(await firstWords()).toEqual(before);
  await moveByKeyboard('Segunda', 'ArrowDown', '5 de 7');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Ordem atualizada com sucesso.').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Primeira', 'Segunda']);
  await marina.page.reload();
  await expect.poll(() => titles(marina.page)).toEqual(['Primeira', 'Segunda']);

  // In the panel: a row of the system is locked and says so, yet has its place.
  await page.goto('/homepage?editar=vitrine');
  const trending = listed.filter({ hasText: 'Em alta' });
  await trending.getByRole('button', { name: 'Carrossel do sistema' }).focus();
  await page.getByText('Item não editável').waitFor();
  await trending.getByRole('button', { name: 'Opções de Em alta' }).click();
  await expect
    .poll(() => page.getByRole('menuitem').allTextContents())
    .toEqual([
      ...['Despublicar', 'Mover para cima', 'Mover para baixo'],
      ...['Mover para o início', 'Mover para o fim'],
    ]);
  await page.getByRole('menuitem', { name: 'Mover para o início' }).click();
  await page.getByText('Em alta agora na posição 1 de 7').waitFor({ state: 'attached' });

  // Esc puts a row back that is in hand, and closes nothing.
  await page.getByRole('button', { name: 'Reordenar Em alta' }).focus();
  await page.keyboard.press('Space');
  await page.getByText(/^Em alta na mão/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.getByText('Em alta agora na posição 2 de 7').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByText('Em alta de volta à posição 1 de 7').waitFor({ state: 'attached' });
  await expect.poll(() => listed.first().textContent()).toContain('Em alta');

  // The cards of a row, by its menu; then the row is taken from the students.
  await listed.getByRole('button', { name: /^Primeira/ }).click();
  await page.getByRole('button', { name: 'Opções de Retrato' }).click();
  await page.getByRole('menuitem', { name: 'Mover para cima' }).click();
  await expect.poll(() => cards(page, 'Primeira')).toEqual(['Retrato', 'Luz natural']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções de Primeira' }).click();
  await page.getByRole('menuitem', { name: 'Despublicar' }).click();
  await row(page, 'Primeira').getByText('Não publicado').waitFor();
  await marina.page.reload();
  await expect.poll(() => titles(marina.page)).toEqual(['Segunda']);
  await page.goto('/homepage');
  await expect.poll(() => titles(page)).toEqual(['Segunda']);
});

test('a student keeps what they like by its heart, and finds it in two places', async () => {
  const { school, courses, addRow } = await newShowcase();
  await addRow('Primeira', [courses.light, courses.portrait]);
  const { page } = await signIn(school, 'marina@example.com', password, 'phone');
  const heart = row(page, 'Primeira').getByRole('button', { name: 'Minha lista: Retrato' });
  await heart.click();
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => cards(page, 'Minha lista')).toEqual(['Retrato']);

  await page.getByRole('link', { name: 'Favoritos' }).click();
  await page.getByRole('heading', { name: 'Favoritos' }).waitFor();
  await page.getByRole('link', { name: /^Retrato/ }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Minha lista: Retrato' }).click();
  await page.getByText('Sua lista está vazia').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('link', { name: /^Retrato/ }).waitFor();
});

test('a visitor of an open showcase sees the rows, and what is locked leads to a way in', async () => {
  const { school, page, courses, addRow } = await newShowcase();
  await addRow('Primeira', [courses.light]);
  const settings = (body: object) =>
    post(page, '/api/auth/config/plataforma/updateCustomBasic', body);
  await settings({ showcase: 1 });

  const someone = await visitor(school, 'phone');
  await someone.page.goto('/homepage');
  const card = row(someone.page, 'Primeira').getByRole('link');
  await expect.poll(() => card.textContent()).toContain('Bloqueado: Plano Anual');
  expect(await someone.page.getByRole('button', { name: /^Minha lista/ }).count()).toBe(0);
  await expectAccessible(someone.page);
  await expectNoSidewaysScroll(someone.page);
  await card.click();
  await someone.page.getByRole('heading', { name: 'Faça login' }).waitFor();

  await settings({ showcase_url_redirect: `${school.base}/legal/termos-de-uso` });
  await someone.page.goto('/homepage');
  await expect.poll(() => card.getAttribute('href')).toBe(`${school.base}/legal/termos-de-uso`);
});
