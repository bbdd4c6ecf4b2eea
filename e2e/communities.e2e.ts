import type { Page } from '@playwright/test';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, sizes, test } from './fixtures.ts';

const password = 'uma senha boa 1';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('an owner opens two communities, one of them for a plan, and students see their own', async ({
  owner,
  signIn,
  visitor,
}) => {
  const { page } = await owner();
  const studio = await post(page, '/api/v1/products', { title: 'Plano Estúdio' });
  await post(page, '/api/v1/members', { name: 'Kauê', email: 'kaue@example.com', password });
  await post(page, '/api/v1/members', {
    name: 'Rosa',
    email: 'rosa@example.com',
    password,
    product_ids: [studio.id],
  });

  await page.goto('/homepage?editar=comunidade');
  await expect(page.getByText('Você não possui comunidades criadas.')).toBeVisible();
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await page.getByLabel('Nome da comunidade').fill('A turma');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(Criar|Salvar)$/ }).click();
  await expect(page.getByText('Comunidade criada com sucesso.')).toBeVisible();
  await expect(page.getByText('Principal · Aberta a todos')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Nova comunidade' })).toBeHidden();

  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await page
    .getByLabel('Nome da comunidade')
    .fill('Estúdio de quem fotografa ao nascer do sol, sempre');
  await page.getByRole('switch', { name: 'Comunidade privada' }).click();
  // Missing fields show their errors, and the form saves nothing.
  await page.getByRole('button', { name: /^(Criar|Salvar)$/ }).click();
  await expect(page.getByLabel('Texto de upsell')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('combobox', { name: 'Produtos' }).fill('estúdio');
  await page.getByRole('option', { name: 'Plano Estúdio' }).click();
  await page.getByLabel('Texto de upsell').fill('Entre no estúdio');
  await page.getByLabel('Link de upsell').fill('https://escola.example/estudio');
  // The last swatch is below the fold. Focusing it must scroll the form, not the drawer.
  await page.getByRole('radio', { name: 'Outra cor' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Cor padrão' })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Nova comunidade' })).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(Criar|Salvar)$/ }).click();
  await expect(page.getByRole('button', { name: /^Criar canal Estúdio/ })).toBeVisible();
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    const title = page.getByTitle('Estúdio de quem fotografa ao nascer do sol, sempre');
    const { width, height } = (await title.boundingBox())!;
    expect(height, 'one line (A section 2)').toBeLessThan(28);
    expect(width).toBeGreaterThan(120);
    expect(width).toBeLessThanOrEqual(300);
  }

  // The empty page explains the first step and links to it.
  await page.goto('/comunidade/explorer');
  await page.getByRole('link', { name: /A turma/ }).click();
  await page.getByRole('button', { name: 'Criar canal' }).click();
  await page.getByRole('button', { name: 'Novo canal' }).click();
  await dialog(page, 'Novo canal').getByLabel('Nome do canal').fill('Avisos');
  await dialog(page, 'Novo canal').getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog(page, 'Novo canal')).toBeHidden();
  await page.getByRole('button', { name: 'Novo canal' }).click();
  const second = dialog(page, 'Novo canal');
  await second.getByLabel('Nome do canal').fill('Retrato');
  await second.getByRole('combobox', { name: 'Aberto só para' }).fill('est');
  await page.getByRole('option', { name: 'Plano Estúdio' }).click();
  await expectAccessible(page);
  await second.getByRole('button', { name: 'Salvar' }).click();
  await expect(
    page.getByText('Só para Plano Estúdio. Alunos sem acesso verão um cadeado.'),
  ).toBeVisible();
  await expectAccessible(page);

  const kaue = (await signIn('kaue@example.com', password, 'phone')).page;
  await kaue.goto('/comunidade/explorer');
  await expect(kaue.getByRole('link', { name: /Estúdio.*/ })).toContainText('Entre no estúdio');
  await expectAccessible(kaue);
  await expectNoSidewaysScroll(kaue);
  await kaue.getByRole('link', { name: /Estúdio/ }).click();
  await expect(kaue.getByRole('link', { name: 'Conhecer o plano' }).first()).toHaveAttribute(
    'href',
    'https://escola.example/estudio',
  );
  await expectAccessible(kaue);
  await kaue.goto('/comunidade/explorer');
  await kaue.getByRole('link', { name: /A turma/ }).click();
  await expect(kaue.getByRole('heading', { name: 'Avisos' })).toBeVisible();
  await expect(kaue.getByRole('link', { name: 'Retrato' })).toBeHidden();
  await kaue.getByRole('link', { name: 'Sobre' }).click();
  await expect(kaue.getByRole('heading', { name: 'Sobre a comunidade' })).toBeVisible();
  await expectAccessible(kaue);
  await kaue.getByRole('link', { name: 'Voltar à comunidade' }).click();
  await expectAccessible(kaue);
  await expectNoSidewaysScroll(kaue);
  const shared = kaue.url();

  const rosa = (await signIn('rosa@example.com', password, 'phone')).page;
  await rosa.goto(shared);
  await rosa.getByRole('link', { name: 'Retrato' }).click();
  await expect(rosa.getByRole('heading', { name: 'Retrato' })).toBeVisible();

  // A visitor who opens a community's link must sign in first. Then the link opens.
  const somebody = (await visitor('phone')).page;
  await somebody.goto(shared);
  await somebody.getByRole('textbox', { name: 'E-mail' }).fill('kaue@example.com');
  await somebody.getByLabel('Senha', { exact: true }).fill(password);
  await somebody.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(somebody.getByRole('heading', { name: 'Avisos' })).toBeVisible();
  expect(somebody.url()).toBe(shared);

  // Removal needs the word and lists what it deletes. Afterwards the link finds nothing.
  await page.goto('/homepage?editar=comunidade');
  await page.getByRole('button', { name: 'Opções de A turma' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  const remove = page.getByRole('alertdialog').or(dialog(page, 'Excluir A turma'));
  await expect(remove.getByText(/^Ainda sem publicações/)).toBeVisible();
  await remove.getByRole('textbox').fill('EXCLUIR');
  await expectAccessible(page);
  await remove.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Principal · Privada')).toBeVisible();
  await kaue.goto(new URL(shared).pathname);
  await expect(kaue.getByRole('heading', { name: 'Esta comunidade não existe' })).toBeVisible();
});

test('an owner orders, shares and removes communities while a student looks', async ({
  owner,
  school,
  signIn,
}) => {
  const { page, context } = await owner();
  for (const title of ['Aurora', 'Brisa', 'Cais', 'Duna'])
    await post(page, `/api/auth/v2/community/config/${school.id}`, { title });
  await post(page, '/api/v1/members', { name: 'Ana', email: 'ana@example.com', password });
  const ana = (await signIn('ana@example.com', password, 'phone')).page;
  const expectSeen = async (...titles: string[]) => {
    await ana.goto('/comunidade/explorer');
    await expect(ana.locator('.community-card')).toHaveText(
      titles.map((title) => new RegExp(title)),
    );
  };
  await page.goto('/homepage?editar=comunidade');
  const rows = page.getByRole('switch', { name: /^Ativar comunidade/ });
  const expectOrder = (...titles: string[]) =>
    expect
      .poll(() => rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
      .toEqual(titles.map((title) => `Ativar comunidade ${title}`));
  const handle = (title: string) => page.getByRole('button', { name: `Reordenar ${title}` });
  const middle = async (title: string) => {
    const { x, y, width, height } = (await handle(title).boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const options = async (title: string, item: string) => {
    await page.getByRole('button', { name: `Opções de ${title}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await expectOrder('Aurora', 'Brisa', 'Cais', 'Duna');

  // The pointer drags by the handle, after 4 px.
  const from = await middle('Duna');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 3);
  await expect(handle('Duna')).toHaveAttribute('aria-pressed', 'false');
  await page.mouse.move(from.x, from.y - 6);
  await expect(handle('Duna')).toHaveAttribute('aria-pressed', 'true');
  const to = await middle('Brisa');
  await page.mouse.move(from.x, to.y - 4, { steps: 12 });
  await page.mouse.up();
  await expectOrder('Aurora', 'Duna', 'Brisa', 'Cais');
  await expect(page.getByText('Ordem das comunidades atualizada com sucesso.')).toBeVisible();
  await expectSeen('Aurora', 'Duna', 'Brisa', 'Cais');

  // The first of two quick moves is answered once both are made.
  const bothMoved = Promise.withResolvers<void>();
  let answers = 0;
  await page.route(
    '**/community/reorder',
    async (route) => {
      await bothMoved.promise;
      await route.continue();
    },
    { times: 1 },
  );
  page.on('response', (response) => {
    if (response.url().endsWith('/community/reorder')) answers += 1;
  });
  await options('Cais', 'Mover para cima');
  await options('Cais', 'Mover para cima');
  await expect(page.getByRole('button', { name: 'Opções de Cais' })).toBeFocused();
  await expect(page.getByText('Cais agora na posição 2 de 4')).toBeAttached();
  await expectOrder('Aurora', 'Cais', 'Duna', 'Brisa');
  bothMoved.resolve();
  await expect.poll(() => answers).toBe(2);
  await page.unrouteAll({ behavior: 'wait' });
  await expectSeen('Aurora', 'Cais', 'Duna', 'Brisa');

  await page.route('**/community/reorder', (route) => route.fulfill({ status: 500, json: {} }));
  await options('Brisa', 'Mover para o início');
  await expect(
    page.getByText('Não foi possível atualizar a ordem! Tente novamente.'),
  ).toBeVisible();
  await expectOrder('Aurora', 'Cais', 'Duna', 'Brisa');
  await page.unrouteAll({ behavior: 'wait' });

  // The link is copied, or shown where the browser forbids it.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = page.getByRole('button', { name: 'Copiar link' }).first();
  await copy.click();
  await expect(page.getByText('Link copiado')).toBeVisible();
  await expect(copy.locator('svg.lucide-check')).toBeVisible();
  await expect(copy.locator('svg.lucide-check')).toBeHidden();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  await copy.click();
  const link = dialog(page, 'Copiar link').getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(address);
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(copy).toBeFocused();

  // The button that opened the dialog goes with the community.
  await options('Duna', 'Remover');
  await expect(page.getByRole('textbox', { name: /EXCLUIR/ })).toBeFocused();
  await page.keyboard.insertText('EXCLUIR');
  await page.keyboard.press('Enter');
  await expectOrder('Aurora', 'Cais', 'Brisa');
  await expect(page.getByRole('button', { name: 'Criar', exact: true })).toBeFocused();
  await expectSeen('Aurora', 'Cais', 'Brisa');
});

test('a finger reaches the switch that a message on a phone covers', async ({ owner }) => {
  const { page } = await owner('phone');
  await page.goto('/homepage?editar=comunidade');
  await page.getByRole('switch', { name: 'Página de comunidades' }).tap();
  const message = page.locator('[data-sonner-toast]');
  await expect(message).toBeVisible();
  const { x, y, width, height } = (await message.boundingBox())!;
  const isMessage = await page.evaluate(
    ([left, top]) =>
      Boolean(document.elementFromPoint(left!, top!)?.closest('[data-sonner-toast]')),
    [x + width / 2, y + height / 2],
  );
  expect(isMessage).toBe(false);
});
