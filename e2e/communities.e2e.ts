import type { Page } from '@playwright/test';
import { post } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './expectations.ts';
import { expect, test } from './fixtures.ts';

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
  await expect(page.getByRole('radio', { name: '#121212' })).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Nova comunidade' })).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(Criar|Salvar)$/ }).click();
  await expect(page.getByRole('button', { name: /^Criar canal Estúdio/ })).toBeVisible();

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
  await expect(remove.getByText(/Vão junto 0/)).toBeVisible();
  await remove.getByRole('textbox').fill('EXCLUIR');
  await expectAccessible(page);
  await remove.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Principal · Privada')).toBeVisible();
  await kaue.goto(new URL(shared).pathname);
  await expect(kaue.getByRole('heading', { name: 'Esta comunidade não existe' })).toBeVisible();
});
