import type { Page } from '@playwright/test';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test, type OpenOwner } from './fixtures.ts';

const password = 'segredo-bom';
const carousel = '/api/auth/config/plataforma/carrossel';

/** Creates two courses that a product opens to Marina, and a third that it does not. */
async function newShowcase(owner: OpenOwner) {
  const { page } = await owner();
  const createdId = async (path: string, body: object): Promise<number> =>
    (await post(page, path, body)).id;
  const yearly = await createdId('/api/v1/products', { title: 'Plano Anual' });
  const studio = await createdId('/api/v1/products', { title: 'Plano Estúdio' });
  const course = async (title: string, product: number) => {
    const id = await createdId('/api/v1/courses', { title, product_ids: [product] });
    for (const part of ['primeiros passos', 'na rua']) {
      const module = await createdId(`/api/v1/courses/${id}/modules`, {
        title: `${title}, ${part}`,
      });
      for (const place of ['a janela', 'o quintal'])
        await createdId(`/api/v1/modules/${module}/lessons`, {
          title: `${title}, ${part}: ${place}`,
        });
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
  return { page, courses, addRow };
}

const titles = (page: Page) => page.locator('.card-row-title');
const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Expects exactly these cards in this order. */
async function expectCards(page: Page, name: string, titles: string[]) {
  const links = row(page, name).getByRole('listitem').getByRole('link');
  await expect(links.locator('.card-title, .poster-title')).toHaveText(titles);
  await expect(links).toHaveCount(titles.length);
}

const wizard = (page: Page) => page.getByRole('dialog', { name: 'Novo carrossel' });

async function begin(page: Page, title: string, kind: 'Cursos' | 'Módulos' | 'Aulas') {
  await page.getByRole('button', { name: 'Novo carrossel' }).click();
  await wizard(page).getByRole('textbox', { name: 'Título' }).fill(title);
  await wizard(page).getByRole('radio', { name: kind }).check({ force: true });
}

const goOn = (page: Page) => wizard(page).getByRole('button', { name: 'Próximo' }).click();

async function save(page: Page) {
  await wizard(page).getByRole('button', { name: 'Salvar carrossel' }).click();
  await expect(wizard(page)).toBeHidden();
}

test('the owner creates carousels of courses, modules and lessons in three steps', async ({
  owner,
  signIn,
}) => {
  const { page } = await newShowcase(owner);
  await page.goto('/homepage?editar=vitrine');

  // Courses: found by search, ordered by keyboard, fonts and autoplay set in the last step.
  await begin(page, 'Para começar', 'Cursos');
  await wizard(page).getByRole('textbox', { name: 'Descrição' }).fill('Escolhas da semana');
  await wizard(page).getByRole('radio', { name: 'Quadrado' }).check({ force: true });
  await expectAccessible(page);
  await goOn(page);
  const search = wizard(page).getByRole('searchbox', { name: 'Buscar curso' });
  for (const name of ['Retrato', 'Luz natural']) {
    await search.fill(name);
    const found = wizard(page).getByRole('checkbox');
    await expect(wizard(page).locator('li label')).toHaveText([name]);
    await found.check({ force: true });
  }
  await wizard(page).getByRole('button', { name: 'Reordenar Luz natural' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Luz natural na mão, posição 2 de 2/)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Luz natural agora na posição 1 de 2')).toBeAttached();
  await page.keyboard.press('Space');
  const preview = wizard(page).getByRole('figure', { name: 'Prévia' });
  await expect(preview.locator('.card-title')).toHaveText(['Luz natural', 'Retrato']);
  await expectAccessible(page);
  await wizard(page).getByRole('button', { name: 'Edição avançada' }).last().click();
  await wizard(page).getByRole('combobox', { name: 'Fonte' }).first().click();
  await page.getByRole('option', { name: 'Oswald' }).click();
  await wizard(page).getByRole('switch', { name: 'Passar sozinho' }).click();
  await wizard(page).getByRole('spinbutton', { name: 'Tempo entre os cards' }).fill('9');
  await expectAccessible(page);
  await save(page);

  // The page behind shows the carousel as students see it.
  await expectCards(page, 'Para começar', ['Luz natural', 'Retrato']);
  const heading = row(page, 'Para começar').getByRole('heading');
  expect(await heading.evaluate((title) => getComputedStyle(title).fontFamily)).toContain('Oswald');
  await expect(row(page, 'Para começar').getByText('Escolhas da semana')).toBeVisible();
  expect(await row(page, 'Para começar').getAttribute('data-shape')).toBe('square');

  // Lists that follow a course or module include later additions.
  await begin(page, 'Da luz natural', 'Módulos');
  await goOn(page);
  await wizard(page).getByRole('radio', { name: 'Por curso' }).check({ force: true });
  await expect(wizard(page).getByText('também os que vierem depois')).toBeVisible();
  await wizard(page).getByRole('checkbox', { name: 'Luz natural' }).check({ force: true });
  await save(page);
  await expectCards(page, 'Da luz natural', [
    'Luz natural, primeiros passos',
    'Luz natural, na rua',
  ]);
  await begin(page, 'Retratos na rua', 'Aulas');
  await goOn(page);
  await wizard(page).getByRole('radio', { name: 'Por módulo' }).check({ force: true });
  await wizard(page).getByRole('searchbox', { name: 'Buscar módulo' }).fill('na rua');
  await wizard(page).getByRole('checkbox', { name: 'Retrato, na rua' }).check({ force: true });
  await save(page);
  await expectCards(page, 'Retratos na rua', [
    'Retrato, na rua: a janela',
    'Retrato, na rua: o quintal',
  ]);
  await expectAccessible(page);

  const marina = await signIn('marina@example.com', password, 'phone');
  await expect(titles(marina.page)).toHaveText([
    'Retratos na rua',
    'Da luz natural',
    'Para começar',
  ]);
  await expectNoSidewaysScroll(marina.page);
  await expectAccessible(marina.page);
});

test('on a phone, the choices of a carousel stay in sight beside its preview', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const titles = ['Luz natural', 'Noite', 'Retrato'];
  for (const title of titles) await post(page, '/api/v1/courses', { title });
  await page.goto('/homepage?editar=vitrine');
  await begin(page, 'Para aprender do zero', 'Cursos');
  await goOn(page);
  const choice = (title: string) => wizard(page).locator('li label', { hasText: title });
  for (const title of titles) await choice(title).click();
  await expect(wizard(page).getByRole('figure', { name: 'Prévia' })).toContainText('Retrato');
  await page.mouse.move(180, 200);
  await page.mouse.wheel(0, -9999);
  for (const title of titles) await expect(choice(title)).toBeInViewport({ ratio: 1 });
});

test('what the wizard misses is told above its buttons', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=vitrine');
  await page.getByRole('button', { name: 'Novo carrossel' }).click();
  await goOn(page);
  const message = page.locator('[data-sonner-toast]', {
    hasText: 'O carrossel não pode ser criado sem título!',
  });
  const buttons = wizard(page).locator('footer');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1280, height: 700 },
    { width: 700, height: 900 },
  ]) {
    await page.setViewportSize(size);
    // The message leaves by itself, and a press brings it again.
    await expect(async () => {
      await goOn(page);
      const [box, footer] = [await message.boundingBox(), await buttons.boundingBox()];
      expect(box!.y + box!.height).toBeLessThanOrEqual(footer!.y);
    }).toPass();
  }
});

test('staff order and publish the carousels on the page, system carousels too', async ({
  owner,
  signIn,
}) => {
  const { page, courses, addRow } = await newShowcase(owner);
  await addRow('Primeira', [courses.light, courses.portrait]);
  await addRow('Segunda', [courses.portrait, courses.night]);
  const marina = await signIn('marina@example.com', password, 'phone');
  await expect(titles(marina.page)).toHaveText(['Segunda', 'Primeira']);

  // From the page's menu. Cancelar restores the order.
  const listed = page.getByRole('list', { name: 'Carrosséis' }).getByRole('listitem');
  const firstWords = listed.locator('p:first-child');
  const startOrdering = async () => {
    await page.goto('/homepage');
    await page.getByRole('button', { name: /^Abrir menu/ }).click();
    await page.getByRole('button', { name: 'Ordenar carrosséis' }).click();
    await expect(firstWords.filter({ hasText: /^Segunda$/ })).toBeAttached();
  };
  const moveByKeyboard = async (
    name: string,
    key: 'ArrowDown' | 'ArrowUp',
    announcement: string,
  ) => {
    await page.getByRole('button', { name: `Reordenar ${name}` }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(`${name} na mão`, { exact: false })).toBeAttached();
    await page.keyboard.press(key);
    await expect(page.getByText(`${name} agora na posição ${announcement}`)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText(`${name} solto na posição ${announcement}`)).toBeAttached();
  };
  const before = [
    'Continuar assistindo',
    'Continuar cursos',
    'Continuar módulos',
    'Segunda',
    'Primeira',
    'Em alta',
    'Minha lista',
  ];
  await startOrdering();
  await expect(firstWords).toHaveText(before);
  await expectAccessible(page);
  await moveByKeyboard('Segunda', 'ArrowDown', '5 de 7');
  await page.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await expect(titles(page)).toHaveText(['Segunda', 'Primeira']);
  await expect(page.getByRole('main')).toBeFocused();
  await startOrdering();
  await expect(firstWords).toHaveText(before);
  await moveByKeyboard('Segunda', 'ArrowDown', '5 de 7');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Ordem atualizada com sucesso.')).toBeVisible();
  await expect(titles(page)).toHaveText(['Primeira', 'Segunda']);
  await marina.page.reload();
  await expect(titles(marina.page)).toHaveText(['Primeira', 'Segunda']);

  // In the panel: a system carousel is locked and says so, but it can be moved.
  await page.goto('/homepage?editar=vitrine');
  const trending = listed.filter({ hasText: 'Em alta' });
  await trending.getByRole('button', { name: 'Carrossel do sistema' }).focus();
  await expect(page.getByText('Item não editável')).toBeVisible();
  await trending.getByRole('button', { name: 'Opções de Em alta' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Despublicar',
    'Mover para cima',
    'Mover para baixo',
    'Mover para o início',
    'Mover para o fim',
  ]);
  await page.getByRole('menuitem', { name: 'Mover para o início' }).click();
  await expect(page.getByText('Em alta agora na posição 1 de 7')).toBeAttached();

  // Esc returns a held row to its place, and closes nothing.
  await page.getByRole('button', { name: 'Reordenar Em alta' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Em alta na mão/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Em alta agora na posição 2 de 7')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Em alta de volta à posição 1 de 7')).toBeAttached();
  await expect(listed.first()).toContainText('Em alta');

  // The cards are ordered by their menu. Then the carousel is unpublished.
  await listed.getByRole('button', { name: /^Primeira/ }).click();
  await page.getByRole('button', { name: 'Opções de Retrato' }).click();
  await page.getByRole('menuitem', { name: 'Mover para cima' }).click();
  await expectCards(page, 'Primeira', ['Retrato', 'Luz natural']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções de Primeira' }).click();
  await page.getByRole('menuitem', { name: 'Despublicar' }).click();
  await expect(row(page, 'Primeira').getByText('Não publicado')).toBeVisible();
  await marina.page.reload();
  await expect(titles(marina.page)).toHaveText(['Segunda']);
  await page.goto('/homepage');
  await expect(titles(page)).toHaveText(['Segunda']);
});

test('a student marks favourites by the heart, and finds them in two places', async ({
  owner,
  signIn,
}) => {
  const { courses, addRow } = await newShowcase(owner);
  await addRow('Primeira', [courses.light, courses.portrait]);
  const { page } = await signIn('marina@example.com', password, 'phone');
  const heart = row(page, 'Primeira').getByRole('button', { name: 'Minha lista: Retrato' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expectCards(page, 'Minha lista', ['Retrato']);

  await page.getByRole('link', { name: 'Favoritos' }).click();
  await expect(page.getByRole('heading', { name: 'Favoritos' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Retrato/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Minha lista: Retrato' }).click();
  await expect(page.getByText('Sua lista está vazia')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByRole('link', { name: /^Retrato/ })).toBeVisible();
});

test('a visitor of an open showcase sees the carousels, and a locked card shows an access offer', async ({
  school,
  owner,
  visitor,
}) => {
  const { page, courses, addRow } = await newShowcase(owner);
  await addRow('Primeira', [courses.light]);
  const settings = (body: object) =>
    post(page, '/api/auth/config/plataforma/updateCustomBasic', body);
  await settings({ showcase: 1 });

  const someone = await visitor('phone');
  await someone.page.goto('/homepage');
  const card = row(someone.page, 'Primeira').getByRole('link');
  await expect(card).toContainText('Bloqueado: Plano Anual');
  expect(await someone.page.getByRole('button', { name: /^Minha lista/ }).count()).toBe(0);
  await expectAccessible(someone.page);
  await expectNoSidewaysScroll(someone.page);
  await card.click();
  await expect(someone.page.getByRole('heading', { name: 'Faça login' })).toBeVisible();

  await settings({ showcase_url_redirect: `${school.base}/legal/termos-de-uso` });
  await someone.page.goto('/homepage');
  await expect(card).toHaveAttribute('href', `${school.base}/legal/termos-de-uso`);
});

test('the title of a row stays where it is when its cards come', async ({ owner }) => {
  const { page } = await owner();
  const course = await post(page, '/api/v1/courses', { title: 'Luz natural' });
  const content = [course.id];
  for (const title of ['Manhã', 'Meio-dia', 'Tarde', 'Crepúsculo', 'Noite', 'Madrugada'])
    await post(page, `${carousel}/create`, { title, type: '1', content });
  // Rows outside of the window wait for an idle moment, which does not come.
  await page.addInitScript(() => (window.requestIdleCallback = () => 0));
  await page.goto('/homepage');
  const last = page.locator('.card-row').last();
  const left = () =>
    last.locator('.card-row-title').evaluate((title) => title.getBoundingClientRect().x);
  await expect(last.locator('.card-track:empty')).toBeAttached();
  const before = await left();
  await last.scrollIntoViewIfNeeded();
  await expect(last.locator('.card').first()).toBeVisible();
  expect(await left()).toBe(before);
});
