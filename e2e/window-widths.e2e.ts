import type { Locator, Page } from '@playwright/test';
import { call, createLesson, createQuiz, createRanked, post } from './calls.ts';
import { expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

// What the other journeys, at 360, 768 and 1440 px, do not show.

/** Where a thing stands. React replaces the first fold meanwhile, so it may be gone for a moment. */
async function box(what: Locator) {
  let found: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect.poll(async () => (found = await what.boundingBox())).not.toBeNull();
  return found!;
}

test('at 1920 px the numerals of the podium still stand beside their portraits', async ({
  owner,
}) => {
  const { page } = await owner();
  await createRanked(page, ['Rosa', 'Kauê', 'Marina']);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/ranking');
  const portraits = page.locator('.ranking-portrait');
  await expect(portraits).toHaveCount(3);
  for (const portrait of await portraits.all()) {
    const numeral = await box(portrait.locator('.ranking-numeral'));
    const face = await box(portrait.locator('> :last-child'));
    expect(face.x - (numeral.x + numeral.width)).toBeLessThan(8);
  }
});

test('at a zoom of 400 % each word of the tabs fits in its tab', async ({ owner }) => {
  const { page } = await owner();
  await page.setViewportSize({ width: 320, height: 256 });
  const bar = page.getByRole('navigation', { name: 'Menu do celular' });
  await expect(bar.getByRole('link', { name: 'Comunidades' })).toBeVisible();
  const wide = await bar
    .locator('.phone-tab')
    .evaluateAll((tabs) =>
      tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).map((tab) => tab.textContent),
    );
  expect(wide).toEqual([]);
});

test('at 1024 px the buttons of the next lesson share a line while no week is shown', async ({
  owner,
  signIn,
}) => {
  const { page } = await owner();
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  await createLesson(
    page,
    { title: 'A volta em torno do prato' },
    { title: 'Mesa posta, luz de estúdio', product_ids: [product.id] },
  );
  const marina = { name: 'Marina', email: 'marina@example.com', password: 'uma senha boa 1' };
  await post(page, '/api/v1/members', { ...marina, product_ids: [product.id] });
  const { page: student } = await signIn(marina.email, marina.password);
  await student.setViewportSize({ width: 1024, height: 768 });
  await student.goto('/meus-cursos');
  const begin = await box(student.getByRole('link', { name: /^Começar/ }));
  const all = await box(student.getByRole('link', { name: 'Todas as aulas' }));
  expect(all.y).toBe(begin.y);
});

test('on a tablet the words of a right answer leave the width of the field to its text', async ({
  owner,
}) => {
  const { page } = await owner('tablet');
  const quiz = await createQuiz(page, { name: 'Luz', type: 'comun', goal: 70 });
  const options = [{ text: 'Quase nada, salvo um vão', correct: true }, { text: 'Muita cor' }];
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    questions: [{ kind: 'single', text: 'O que esperar?', options }],
  });
  await page.goto(`/quiz?id=${quiz}&type=comun`);
  const field = page.getByRole('textbox', { name: 'Resposta A' });
  await expect(field).toHaveValue('Quase nada, salvo um vão');
  await expect(page.getByText('resposta certa', { exact: true })).toBeVisible();
  expect(
    await field.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth),
  ).toBeLessThanOrEqual(0);
});

test('a long answer stands whole in its field, and a pasted line break is a space in it', async ({
  owner,
}) => {
  const { page } = await owner('tablet');
  const quiz = await createQuiz(page, { name: 'Luz', type: 'comun', goal: 70 });
  const text = 'Quase nada, salvo um vão no horizonte por onde a luz entra de lado';
  const options = [{ text, correct: true }, { text: 'Muita cor' }];
  await call(page, 'PUT', `/api/v1/quizzes/${quiz}/questions`, {
    questions: [{ kind: 'single', text: 'O que esperar?', options }],
  });
  await page.goto(`/quiz?id=${quiz}&type=comun`);
  const field = page.getByRole('textbox', { name: 'Resposta A' });
  await expect(field).toHaveValue(text);
  const cut = await field.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
    scrollWidth - clientWidth,
    scrollHeight - clientHeight,
  ]);
  expect(cut).toEqual([0, 0]);
  await field.fill('Uma linha\ne outra');
  await expect(field).toHaveValue('Uma linha e outra');
  await field.press('End');
  await field.press('Enter');
  await expect(field).toHaveValue('Uma linha e outra');
  // The three kinds stand beside each other.
  const kinds = page.getByRole('group', { name: 'Tipo da pergunta' }).locator('label');
  await expect(kinds).toHaveCount(3);
  const tops = await kinds.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('at 1024 px the points of a member have the width of the page for their things', async ({
  owner,
}) => {
  const { page } = await owner();
  const { id } = await post(page, '/api/v1/members', { name: 'Rosa', email: 'rosa@example.com' });
  await post(page, `/api/v1/members/${id}/points`, { points: 30, reason: 'Oficina de sábado' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/gestao/alunos/${id}/pontos`);
  const reason = page.getByRole('listitem').filter({ hasText: 'Oficina de sábado' });
  await expect(reason).toBeVisible();
  expect((await box(reason)).width).toBeGreaterThan(600);
});

test('on a tablet a person takes one line of the list', async ({ owner }) => {
  const { page } = await owner('tablet');
  await page.goto('/gestao/alunos');
  const row = page.getByRole('listitem').filter({ hasText: 'Olívia Dona' });
  const name = await box(row.getByText('Olívia Dona', { exact: true }));
  const role = await box(row.getByText('Proprietário', { exact: true }));
  expect(role.y).toBeLessThan(name.y + 2 * name.height);
  expect(role.x).toBeGreaterThan(name.x + 100);
});

test('the outline of the banner ends where the form of a new one begins', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/homepage?editar=banner/novo');
  const dialog = page.getByRole('dialog', { name: 'Novo banner' });
  const frame = page.locator('.outline-frame');
  const rightOf = async (what: Locator) => (await box(what)).x + (await box(what)).width;
  // On a wide screen the form lies in the place of the drawer, and is wider.
  await expect.poll(async () => (await box(dialog)).x - (await rightOf(frame))).toBe(0);
  // On a tablet it is a sheet, and the drawer hides.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(() => rightOf(frame)).toBe(768);
  const { y, height } = await box(frame);
  expect(y + height).toBeLessThanOrEqual((await box(dialog)).y);
});

test('at 320 px the images of a banner for desktop and phone stand below each other', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=banner/novo');
  const dialog = page.getByRole('dialog', { name: 'Novo banner' });
  const [desktop, phone] = ['Desktop', 'Celular'].map((name) =>
    dialog.getByRole('group', { name }).first(),
  ) as [Locator, Locator];
  await expect(desktop).toBeVisible();
  expect((await box(phone)).y).toBe((await box(desktop)).y);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(async () => (await box(phone)).x - (await box(desktop)).x).toBe(0);
  expect((await box(phone)).width).toBe((await box(desktop)).width);
});

test('on a narrow phone a message leaves the bar of a failed save in sight', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/homepage?editar=footer');
  await page.getByRole('textbox', { name: /Instagram/ }).fill('https://instagram.com/contraluz');
  await page.route('**/api/auth/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 503,
          json: { code: 'busy', message: 'Estamos com muitos pedidos agora. Tente em instantes.' },
        }),
  );
  await page.getByRole('button', { name: 'Salvar' }).click();
  const bar = page.locator('.edit-drawer footer', { hasText: 'Tentar de novo' });
  await expect(bar).toBeVisible();
  await page.getByRole('switch', { name: /Ativar footer/ }).click();
  const message = page.locator('[data-sonner-toast]');
  await expect(message).toBeVisible();
  await expect
    .poll(async () => (await box(bar)).y - ((await box(message)).y + (await box(message)).height))
    .toBeGreaterThanOrEqual(0);
});

test('on a phone a message leaves the question before leaving in sight', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=footer');
  await page.getByRole('textbox', { name: /Instagram/ }).fill('https://instagram.com/contraluz');
  await page.getByRole('switch', { name: /Ativar footer/ }).click();
  const message = page.locator('[data-sonner-toast]');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await expect(question).toBeVisible();
  await expect
    .poll(async () => {
      const { y, height } = await box(message);
      return y >= 0 && y + height <= (await box(question)).y;
    })
    .toBe(true);
});

test('a long link of a reward ends within its form', async ({ owner }) => {
  const { page } = await owner('phone');
  const link = `https://loja.example.com/${'materiais-'.repeat(12)}`;
  await post(page, '/api/auth/ranking/rewards/create', {
    name: 'Primeira palavra',
    criteria: 'score',
    needed_score: 10,
    links: [link],
  });
  await page.goto('/homepage?editar=gamificacao/recompensa');
  await page.getByRole('button', { name: 'Editar Primeira palavra' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar recompensa' });
  const remove = dialog.getByRole('button', { name: `Remover ${link}` });
  const tooWide = await remove.evaluate((button) => {
    const { scrollWidth, clientWidth } = button.closest('.quiet-scroll')!;
    return scrollWidth - clientWidth;
  });
  expect(tooWide).toBe(0);
});

test('the cover of a community begins where the header does', async ({ school, owner }) => {
  const { page } = await owner();
  const { id } = await post(page, `/api/auth/v2/community/config/${school.id}`, { title: 'Clube' });
  await post(page, `/api/v1/communities/${id}/channels`, { title: 'Geral' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/comunidade/${school.id}/${id}`);
  const title = await box(page.getByRole('heading', { name: 'Clube', level: 1 }));
  const brand = await box(page.locator('header').first().getByRole('link', { name: 'Contraluz' }));
  expect(title.x).toBeCloseTo(brand.x, 0);
});

test('the words of the phone bar keep apart, also with wider letters', async ({ owner }) => {
  const { page } = await owner('phone');
  const bar = page.getByRole('navigation', { name: 'Menu do celular' });
  await expect(bar).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await narrowestGap(page)).toBeGreaterThanOrEqual(4);
  }
  // The spacing that a reader may set (WCAG 1.4.12).
  await page.addStyleTag({
    content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
  });
  expect(await narrowestGap(page)).toBeGreaterThanOrEqual(4);
  await expectNoSidewaysScroll(page);
});

/** The smallest distance between two neighbouring words of the phone bar, in px. */
const narrowestGap = (page: Page) =>
  page.locator('.phone-tab').evaluateAll((tabs) => {
    const words = tabs.map((tab) => {
      const range = document.createRange();
      range.selectNode(tab.lastChild!);
      return range.getBoundingClientRect();
    });
    return Math.min(...words.slice(1).map(({ left }, index) => left - words[index]!.right));
  });

test('on a low phone the answers of a long question stay in sight, and its text scrolls', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const product = await post(page, '/api/v1/products', { title: 'Plano Luz' });
  const words = 'Retrato, paisagem e natureza-morta com a luz que entra pela janela da cozinha';
  for (let part = 1; part <= 5; part += 1)
    await post(page, '/api/v1/courses', {
      title: `${words}, ${words}, parte ${part}`,
      product_ids: [product.id],
    });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/gestao/produtos');
  await page.getByRole('button', { name: 'Opções de Plano Luz' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const question = page.getByRole('dialog', { name: 'Excluir Plano Luz' });
  await expect(question.getByText(/5 cursos ficam sem produto ativo/)).toBeVisible();
  for (const name of ['Excluir', 'Cancelar'])
    await expect(question.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await question.getByText('Esta ação não poderá ser desfeita.').scrollIntoViewIfNeeded();
  await expect(question.getByText('Esta ação não poderá ser desfeita.')).toBeInViewport();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
});

test('on a phone a long word that a search does not find stays in the window', async ({
  owner,
}) => {
  const { page } = await owner('phone');
  const word = 'luz'.repeat(20);
  await page.goto(`/search?search=${word}`);
  await expect(page.getByText(word)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
